/** One line of a `sh` block, as far as the check understands it. */
export type Command = {
  line: string;
  /** Each npm script it starts. */
  scripts: ScriptCall[];
  /** What runs it: the chapter in this process, a shell, the comparison's own check in a shell, or nobody. */
  by: "chapter" | "shell" | "comparison" | "nobody";
};

export type ScriptCall = { script: string; silent: boolean; args: string[]; missingDashes: boolean };

/** Scripts that only read, besides the chapters. All others may write, take long, or start this check again. */
const READING = new Set(["diff"]);
/** Scripts that need the real Pi. */
const COMPARING = new Set(["compare", "source"]);
/** What may stand behind a pipe. */
const FILTERS = /^(head|tail|grep|sort|uniq|wc|cut|cat)\b/;
const CHAPTER = /^s\d\d$/;

/** The commands of a `sh` block: one a line, `\` joins lines, `#` begins a comment. */
export function commandsOf(content: string): Command[] {
  return content
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => line !== "")
    .map(readCommand);
}

function readCommand(line: string): Command {
  const steps = line.split(/\|\||&&|[|;]/).map((step) => step.trim());
  const scripts = steps.map(readScriptCall).filter((call) => call !== undefined);
  return { line, scripts, by: whoRuns(line, steps, scripts) };
}

function whoRuns(line: string, steps: string[], scripts: ScriptCall[]): Command["by"] {
  const [first, ...filters] = line.split("|").map((step) => step.trim());
  const [call] = scripts;
  if (!call || !first?.startsWith("npm run") || /[;&<>`$]|\|\|/.test(line)) return "nobody";
  if (!filters.every((filter) => FILTERS.test(filter))) return "nobody";
  if (COMPARING.has(call.script) || call.args.includes("--compare")) return "comparison";
  if (!CHAPTER.test(call.script) && !READING.has(call.script)) return "nobody";
  return steps.length === 1 && CHAPTER.test(call.script) && !/["'\\*?]/.test(line) ? "chapter" : "shell";
}

function readScriptCall(step: string): ScriptCall | undefined {
  const short = /^npm\s+(test|start)\b/.exec(step)?.[1];
  if (short) return { script: short, silent: false, args: [], missingDashes: false };
  const [, silent, script, rest = ""] = /^npm\s+run\s+(-s\s+|--silent\s+)?(\S+)(?:\s+(.*))?$/.exec(step) ?? [];
  if (!script) return undefined;
  const words = rest.split(/\s+/).filter((word) => word !== "");
  return {
    script,
    silent: silent !== undefined,
    args: words[0] === "--" ? words.slice(1) : words,
    missingDashes: words[0] !== "--" && words.some((word) => word.startsWith("-")),
  };
}

/** The `--case` that a chapter is asked for; "" when its name is missing. */
export function caseOf({ args }: ScriptCall): string | undefined {
  const at = args.findLastIndex((word) => word === "--case" || word.startsWith("--case="));
  const word = args[at];
  return word === "--case" ? (args[at + 1] ?? "") : word?.slice("--case=".length);
}

/**
 * The command line that npm would start, without npm: its banner says more about npm than about the course,
 * and it takes longer than most chapters.
 */
export function withoutNpm(line: string, scripts: Record<string, string>): string {
  return line.replace(
    /^npm run (?:-s |--silent )?(\S+)(?: --(?= |$))?/,
    (whole, script: string) => scripts[script] ?? whole,
  );
}
