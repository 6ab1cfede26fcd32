import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMPARE_FOLDER } from "../install/install.ts";
import { loadPi } from "../play/pi-player.ts";
import * as s15 from "../../s15_loop_boundaries/index.ts";
import type { AgentEvent } from "../../s15_loop_boundaries/index.ts";
import type { Loop } from "./loops.ts";
import { WORKLOADS } from "./workloads.ts";

const { agent } = await loadPi(join(COMPARE_FOLDER, "node_modules"));
const pi = agent as unknown as Loop;

/** A loop, and the names of the events that its runs tell. */
function listening(loop: Loop): { loop: Loop; heard: string[] } {
  const heard: string[] = [];
  const hear = ({ type }: AgentEvent) => void heard.push(type);
  const runAgentLoop: Loop["runAgentLoop"] = (prompts, context, config, _, signal, streamFn) =>
    loop.runAgentLoop(prompts, context, config, hear, signal, streamFn);
  const agentLoop: Loop["agentLoop"] = (...args) => {
    const stream = loop.agentLoop(...args);
    const whole = stream[Symbol.asyncIterator].bind(stream);
    stream[Symbol.asyncIterator] = async function* () {
      for await (const event of { [Symbol.asyncIterator]: whole }) {
        hear(event);
        yield event;
      }
    };
    return stream;
  };
  return { loop: { runAgentLoop, agentLoop }, heard };
}

describe("what the benchmark measures", () => {
  it.each(WORKLOADS.map((workload) => [workload.id, workload] as const))(
    "is the same work on both: %s",
    async (_, one) => {
      const work = one.prepare(7);
      const [own, theirs] = [listening(s15), listening(pi)];
      await work(own.loop);
      await work(theirs.loop);
      expect(own.heard).toEqual(theirs.heard);
      // Prepared once, run many times: the second run is no shorter.
      await work(own.loop);
      expect(own.heard).toEqual([...theirs.heard, ...theirs.heard]);
    },
  );

  it.each([
    ["turns", "turn_start", 7],
    ["events", "message_update", 9],
    ["parallel", "tool_execution_end", 7],
    ["sequential", "tool_execution_end", 7],
    ["transcript", "turn_start", 1],
    ["stream", "message_update", 9],
  ])("is as large as it says: %s", async (id, type, count) => {
    const { loop, heard } = listening(s15);
    await WORKLOADS.find((one) => one.id === id)?.prepare(7)(loop);
    expect(heard.filter((one) => one === type)).toHaveLength(count);
  });
});
