/** Why a reply ended. Pi: `StopReason` in pi-ai `types.ts`. */
export type StopReason = "stop" | "error";

export type UserMessage = { role: "user"; content: string };

/** One reply of the provider. `errorMessage` says why when `stopReason` is "error". Pi: `AssistantMessage`. */
export type AssistantMessage = {
  role: "assistant";
  content: string;
  stopReason: StopReason;
  errorMessage?: string;
};

/** One entry of the transcript. Pi: `Message` in pi-ai `types.ts`. */
export type Message = UserMessage | AssistantMessage;
