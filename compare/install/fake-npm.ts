import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";
import { TempCourse } from "../../tools/temp-course.ts";
import type { Report } from "./progress.ts";

/** What the fake npm does after it has noted its arguments. It stands in the folder it was started in. */
export const NPM = {
  /** Installs what the lock file asks for; `install` writes that file first. */
  works: `
    if (process.argv[2] === "install") {
      const wanted = process.argv.slice(2).filter((word) => /^@.*@/.test(word)).map((word) => word.split(/@(?=\\d)/));
      const packages = wanted.map(([name, version]) => ["node_modules/" + name, { version }]);
      fs.writeFileSync("package-lock.json", JSON.stringify({ packages: Object.fromEntries([["", {}], ...packages]) }));
    }
    const { packages } = JSON.parse(fs.readFileSync("package-lock.json"));
    for (const [path, { version }] of Object.entries(packages)) {
      if (path === "") continue;
      fs.mkdirSync(path, { recursive: true });
      fs.writeFileSync(path + "/package.json", JSON.stringify({ version }));
    }
    fs.writeFileSync("node_modules/.package-lock.json", "{}");
    console.log("added 2 packages");
  `,
  offline: `
    console.error("npm error code ENOTFOUND\\nnpm error syscall getaddrinfo\\nnpm error errno ENOTFOUND");
    process.exitCode = 1;
  `,
  unknownVersion: `
    console.error("npm error code ETARGET\\nnpm error notarget No matching version found");
    process.exitCode = 1;
  `,
  /** Dies in the middle. */
  stopped: `
    fs.mkdirSync("node_modules/leven", { recursive: true });
    process.kill(process.pid, "SIGKILL");
  `,
  /** Says that all is well and does nothing. */
  idle: `fs.mkdirSync("node_modules", { recursive: true });`,
  /** Slow enough for a second process to come in between. */
  slow: "",
};
NPM.slow = `setTimeout(() => {${NPM.works}}, 700);`;

/** Puts an `npm` of this behaviour first in the PATH for the rest of the test. Returns the calls it gets. */
export function fakeNpm(behaviour: string): () => string[][] {
  const folder = new TempCourse({ calls: "", npm: "" });
  const calls = join(folder.root, "calls");
  const note = `fs.appendFileSync(${JSON.stringify(calls)}, JSON.stringify(process.argv.slice(2)) + "\\n");`;
  folder.write("npm", `#!/usr/bin/env node\nconst fs = require("node:fs");\n${note}\n${behaviour}`);
  chmodSync(join(folder.root, "npm"), 0o755);
  const path = process.env["PATH"] ?? "";
  process.env["PATH"] = `${folder.root}${delimiter}${path}`;
  onTestFinished(() => {
    process.env["PATH"] = path;
  });
  return () =>
    folder
      .read("calls")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
}

/** A folder that pins two packages as `compare/` does, and what an install into it says. */
export function pinnedFolder(): { folder: TempCourse; report: Report; said: () => string } {
  const packages = {
    "": {},
    "node_modules/@earendil-works/pi-agent-core": { version: "0.83.0" },
    "node_modules/leven": { version: "4.1.0" },
  };
  const folder = new TempCourse({ "package-lock.json": JSON.stringify({ packages }) });
  let text = "";
  const report = { say: (more: string) => void (text += more), live: false };
  return { folder, report, said: () => text };
}
