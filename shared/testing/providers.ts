import type { Script } from "../script.ts";
import { ScriptedProvider } from "../scripted-provider.ts";

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

/** A provider that answers every request with these events, for streams that no script would write. */
export function streaming<Event>(...events: Event[]) {
  return {
    async *stream(): AsyncGenerator<Event> {
      yield* events;
    },
  };
}
