/** Who speaks in each message of the second request, from the first message to the last: "user" or "assistant". */
export const secondRequest: string[] = ["user", "assistant", "user"];
