import { join } from "node:path";
import { TempCourse } from "../../tools/temp-course.ts";
import { COMPARE_FOLDER } from "../install/install.ts";

/** The `node_modules` of the pinned Pi. */
export const REAL_PI = join(COMPARE_FOLDER, "node_modules");
export const REPOSITORY = "https://example.org/pi";

/**
 * A Pi in miniature, whose source maps carry these files, named as references name them. Returns its `node_modules`,
 * which is gone when the test is over.
 */
export function smallPi(files: Record<string, string>, version = "0.83.0"): string {
  const folder = new TempCourse({});
  for (const [name, directory] of [
    ["pi-agent-core", "packages/agent"],
    ["pi-ai", "packages/ai"],
  ] as const) {
    const repository = { url: `git+${REPOSITORY}.git`, directory };
    folder.write(`@earendil-works/${name}/package.json`, JSON.stringify({ name, version, repository }));
  }
  for (const [name, text] of Object.entries({ "pi-ai/types.ts": "", ...files })) {
    const path = name.startsWith("pi-ai/") ? name.replace("pi-ai/", "pi-ai/dist/") : `pi-agent-core/dist/${name}`;
    const map = { version: 3, sources: [`../src/${name}`], sourcesContent: [text] };
    folder.write(`@earendil-works/${path.replace(/\.ts$/, ".js.map")}`, JSON.stringify(map));
  }
  return folder.root;
}
