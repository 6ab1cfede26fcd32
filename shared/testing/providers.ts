import type { Script } from "../script.ts";
import { ScriptedProvider } from "../scripted-provider.ts";
import { ScriptedStream, type ScriptedStreamOptions } from "../scripted-stream.ts";
import { VirtualClock } from "../virtual-clock.ts";

/**
 * The theatre's provider for the test of a mechanism; `world` is what the script's `meanwhile` parts change.
 * With `blocks` it speaks as from s07 on.
 */
export function scripted(script: Script): ScriptedProvider;
export function scripted<World>(
  script: Script<World>,
  world: World,
  options?: { blocks: boolean },
): ScriptedProvider<World>;
export function scripted<World>(script: Script<World>, world?: World, options?: { blocks: boolean }) {
  return new ScriptedProvider(script, {
    caseName: "test",
    meanwhile: (_, change) => change(world as World),
    ...options,
  });
}

/**
 * The theatre's stream function for the test of a mechanism, from s08 on; `world` as above. A script with `wait` parts
 * needs the `clock` that the test runs.
 */
export function scriptedStream<World = unknown>(
  script: Script<World>,
  world?: World,
  options: Partial<ScriptedStreamOptions<World>> = {},
): ScriptedStream<World> {
  return new ScriptedStream(script, {
    caseName: "test",
    clock: new VirtualClock(),
    meanwhile: (_, change) => change(world as World),
    ...options,
  });
}

/** A provider that answers every request with these events, for streams that no script would write. */
export function streaming<Event>(...events: Event[]) {
  return {
    async *stream(): AsyncGenerator<Event> {
      yield* events;
    },
  };
}

/** A `convertToLlm` for transcripts without messages of an app's own: all of it is sent as it is. */
export function sendAll<Message>(messages: readonly object[]): Message[] {
  return messages as unknown as Message[];
}
