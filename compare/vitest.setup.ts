import { COMPARE_FOLDER } from "./install/install.ts";
import { reasonFor } from "./install/install-messages.ts";
import { findFlaw } from "./install/installed.ts";

/** These tests hold the course against the real Pi: without it they fail, they are not skipped. */
export default function requirePi(): void {
  const flaw = findFlaw(COMPARE_FOLDER);
  if (flaw) throw new Error(`${reasonFor(flaw)}先安装：npm run compare -- --check，或者 npm ci --prefix compare`);
}
