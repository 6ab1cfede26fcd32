import { call } from "../../shared/script.ts";
import type { Scenario } from "../play/scenario.ts";
import { done, echo, says, tool } from "./props.ts";

/** Asks the run to stop after its batch. */
const finish = tool("finish", () => ({ content: [{ type: "text", text: "收工" }], terminate: true }));

const both = [call("call-1", "finish"), call("call-2", "finish")];

/** Batches that ask the run to stop. */
export const TERMINATE: Scenario[] = [
  {
    name: "terminate-by-one",
    shows: "两次调用只有一次要求停下：不停",
    ...says(call("call-1", "finish"), call("call-2", "echo", { text: "hi" })),
    tools: [finish, echo],
    needs: ["terminate"],
    evidence: ["工具说：hi", '"terminate":true'],
  },
  {
    name: "terminate-by-all",
    shows: "两次调用都要求停下：没有下一轮",
    inputs: ["收工"],
    script: [both],
    tools: [finish],
    needs: ["terminate"],
    evidence: "message_end toolResult call-2",
    inOrder: ["message_end toolResult call-2", "turn_end", "agent_end"],
    absent: "request 2",
  },
  {
    name: "terminate-in-turn",
    shows: "排队的一批，都要求停下",
    inputs: ["收工"],
    script: [both],
    tools: [{ ...finish, mode: "sequential" }],
    needs: ["terminate"],
    evidence: "tool_execution_end call-2",
    inOrder: ["message_end toolResult call-1", "tool_execution_start call-2"],
    absent: "request 2",
  },
  {
    name: "terminate-beside-failure",
    shows: "一次要求停下，一次失败：失败的不算同意，不停",
    ...says(call("call-1", "finish"), call("call-2", "banana")),
    tools: [finish],
    needs: ["terminate"],
    evidence: ["工具说：Tool banana not found", '"terminate":true'],
  },
  {
    name: "terminate-and-steering",
    shows: "都要求停下，可是有一条插话在等：运行继续",
    ...says(...both),
    tools: [finish],
    steering: [{ poll: 2, text: "先别停" }],
    needs: ["terminate"],
    evidence: 'message_start user {"type":"message_start","message":{"role":"user","content":"先别停"}',
    inOrder: ["turn_end", "turn_start", "先别停", "request 2"],
  },
  {
    name: "terminate-and-follow-up",
    shows: "都要求停下，后面还排着一条消息：它开始新的一轮",
    inputs: ["收工"],
    script: [both, [done]],
    tools: [finish],
    followUps: [{ poll: 1, text: "再来一件" }],
    needs: ["terminate"],
    evidence: 'message_start user {"type":"message_start","message":{"role":"user","content":"再来一件"}',
  },
  {
    name: "terminate-next-input",
    shows: "停下以后，下一次运行照常，上次的结果都在",
    inputs: ["收工", "还在吗？"],
    script: [[call("call-1", "finish")], [done]],
    tools: [finish],
    needs: ["terminate"],
    evidence: "transcript 5 assistant",
  },
  {
    name: "after-terminate",
    shows: "after 要求停下：没有下一轮",
    inputs: ["复读 hi"],
    script: [[call("call-1", "echo", { text: "hi" })]],
    tools: [echo],
    hooks: { after: () => ({ terminate: true }) },
    needs: ["terminate"],
    evidence: '"result":{"content":[{"type":"text","text":"hi"}],"details":{},"terminate":true}',
    absent: "request 2",
  },
  {
    name: "after-takes-terminate-back",
    shows: "工具要求停下，after 收回：还有下一轮",
    ...says(call("call-1", "finish")),
    tools: [finish],
    hooks: { after: () => ({ terminate: false }) },
    needs: ["terminate"],
    evidence: "工具说：收工",
  },
  {
    name: "after-keeps-terminate",
    shows: "工具要求停下，after 只换内容：照样停下",
    inputs: ["收工"],
    script: [[call("call-1", "finish")]],
    tools: [finish],
    hooks: { after: () => ({ text: "收工了" }) },
    needs: ["terminate"],
    evidence: '"content":[{"type":"text","text":"收工了"}],"terminate":true}',
    absent: "request 2",
  },
];
