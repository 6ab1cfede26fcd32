import { UsageError, type Command } from "../../tools/command.ts";
import { ensurePi } from "../install/install.ts";
import { readSettings } from "./settings.ts";

const QUESTION = "读一下 README.md，用三句话说这门课教什么。";

/** `npm run compare -- --live [QUESTION]`. Throws a UsageError when something is missing; what else it returns, see `runLive`. */
export const liveCommand: Command = async (positionals, terminal, root) => {
  const [question = QUESTION, ...rest] = positionals;
  if (rest.length > 0 || question.trim() === "") {
    throw new UsageError('问题要写成一个参数，用引号括起来：npm run compare -- --live "README.md 里说了什么？"');
  }
  const settings = readSettings(process.env);
  await ensurePi();
  const { runLive } = await import("./run.ts");

  const abort = new AbortController();
  const stop = () => {
    abort.abort();
    // One Ctrl+C may arrive twice, from the terminal and from npm. A second one ends the process as ever.
    setTimeout(() => process.off("SIGINT", stop), 500).unref();
  };
  process.on("SIGINT", stop);
  return runLive({ question, settings, root, terminal, signal: abort.signal });
};
