import { checkOf } from "../tools/docs/index.ts";
import { comparisonOutputs } from "../tools/docs/rules/outputs.ts";
import type { Check } from "../tools/problem.ts";
import { playCases, playsOf, type CheckedPlay } from "./play/checked-plays.ts";
import type { Course } from "./course.ts";
import { measureCurve, type Curve } from "./pages/curve.ts";
import { evidenceProblems } from "./play/evidence.ts";
import { forGoodProblems } from "./for-good/problems.ts";
import { staleProblems, writeGenerated } from "./pages/generated.ts";
import { idleRowProblems, unexplainedProblems } from "./ledger-problems.ts";
import { generatedPages } from "./pages/pages.ts";
import { pinProblems } from "./install/pins.ts";
import { referencesCheck } from "./references/references.ts";
import { SCENARIOS } from "./scenarios/index.ts";

/** Every play there is; all checks look at the same ones. */
type Played = { plays: CheckedPlay[]; curve: Curve };

/** What the comparison holds true about the course, as checks that can be run and, where possible, mended. */
export function comparisonChecks(course: Course): Check[] {
  let played: Promise<Played> | undefined;
  const play = () => (played ??= playEverything(course));
  const pages = async () => {
    const { plays, curve } = await play();
    return generatedPages(course, plays, curve);
  };
  return [
    { name: "differences", run: async () => unexplainedProblems((await play()).plays) },
    { name: "ledger", run: async () => idleRowProblems((await play()).plays) },
    { name: "scenarios", run: () => evidenceProblems(course.pi, SCENARIOS) },
    { name: "for-good", run: () => forGoodProblems(course) },
    { name: "pins", run: async (root) => pinProblems(root) },
    referencesCheck(course.modules),
    checkOf("outputs", [comparisonOutputs]),
    {
      name: "pages",
      run: async (root) => staleProblems(root, await pages()),
      fix: async (root) => writeGenerated(root, await pages()),
    },
  ];
}

async function playEverything({ pi, chapters }: Course): Promise<Played> {
  const curve = await measureCurve(pi, chapters, SCENARIOS);
  return { curve, plays: [...(await playCases(pi, chapters)), ...playsOf(curve)] };
}
