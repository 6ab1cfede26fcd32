import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../tools/command.ts";
import { COMPARE_FOLDER } from "../install/install.ts";
import { requirePi } from "./main.ts";

it("says how to install Pi when it is not there", () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(() => requirePi(folder)).toThrow(UsageError);
  expect(() => requirePi(folder)).toThrow("npm run compare -- --curve");
  expect(() => requirePi(COMPARE_FOLDER)).not.toThrow();
});
