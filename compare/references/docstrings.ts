import { parseSync } from "oxc-parser";
import { findChapters } from "../../tools/chapters.ts";
import { readMechanism } from "../../tools/chapter-files.ts";

/** A comment of a chapter that says where in Pi its counterpart stands. */
export type DocstringReference = {
  /** Path from the root of the course, and line. */
  at: { file: string; line: number };
  /** As references in pages write it: `agent-loop.ts`, `pi-ai/types.ts`. */
  piFile: string;
  name: string;
};

/** One or more names, then their file: `A`, `B` and `C` in pi-ai `types.ts`. */
const NAMES_IN_FILE = /((?:`[\w$.]+`(?:,| and| of)?\s+)+)in\s+(pi-ai\s+)?`([\w/-]+\.ts)`/g;

/** What the comments of the chapters say in the form "Pi: `NAME` in `FILE`"; other forms are prose for people. */
export function docstringReferences(root: string): DocstringReference[] {
  return findChapters(root).flatMap(({ folder }) =>
    [...readMechanism(root, folder)].flatMap(([file, code]) => referencesIn(`${folder}/${file}`, code)),
  );
}

function referencesIn(file: string, code: string): DocstringReference[] {
  return parseSync(file, code).comments.flatMap((comment) => {
    const from = comment.value.indexOf("Pi: ");
    if (from === -1) return [];
    // The star at the start of each line is not part of what is said.
    const said = comment.value.slice(from).replace(/\n\s*\*/g, "\n");
    const line = code.slice(0, comment.start).split("\n").length + comment.value.slice(0, from).split("\n").length - 1;
    return [...said.matchAll(NAMES_IN_FILE)].flatMap(([, names = "", ai, piFile = ""]) =>
      namesIn(names).map((name) => ({ at: { file, line }, piFile: ai ? `pi-ai/${piFile}` : piFile, name })),
    );
  });
}

/** `execute` of `AgentTool` is the member `AgentTool.execute`. */
function namesIn(list: string): string[] {
  const withMembers = list.replace(/`([\w$.]+)` of\s+`([\w$.]+)`/g, "`$2.$1`");
  return [...withMembers.matchAll(/`([\w$.]+)`/g)].map(([, name = ""]) => name);
}
