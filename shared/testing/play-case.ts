import type { CaseBase, Chapter } from "../chapter.ts";
import { playScene } from "../cli.ts";
import { Stage, type CastProvider, type Person, type Show } from "../stage.ts";
import { createTrace } from "../trace.ts";

/** What came of a case: everything it showed, as data and as the human trace, and the provider it was played with. */
export type Played = { shown: Show[]; trace: string; provider: CastProvider | undefined };

/**
 * Plays one case of a chapter without a terminal, and without a person unless one is given. Throws when the chapter has
 * no case of that name.
 */
export async function playCase<Case extends CaseBase<never>>(
  chapter: Chapter<Case>,
  name: string,
  person?: Person,
): Promise<Played> {
  const scene = chapter.cases.find((one) => one.name === name);
  if (!scene) throw new Error(`${chapter.id} has no case ${name}`);

  const shown: Show[] = [];
  let trace = "";
  const print = createTrace((text) => (trace += text), false);
  const stage = new Stage({
    caseName: name,
    ...(person && { person }),
    show(item) {
      shown.push(item);
      print(item);
    },
  });
  await playScene(chapter, scene, stage);
  return { shown, trace, provider: stage.provider };
}
