import { spawnSync } from "node:child_process";

/** Whether `root` lies in a git repository that has the commit `revision`. */
export function hasCommit(root: string, revision: string): boolean {
  return git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`) !== undefined;
}

/** The text of a file as `revision` has it, `path` counted from `root`; undefined when it has none. */
export function textAt(root: string, revision: string, path: string): string | undefined {
  return git(root, "show", "--end-of-options", `${revision}:./${path}`);
}

/** The files that git tracks below `root` or would track, as paths from there; undefined outside a repository. */
export function projectFiles(root: string): string[] | undefined {
  const listed = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  return listed?.split("\0").filter((path) => path !== "");
}

/** The process's environment without what git tells its hooks: it would point every git below them to that repository. */
export function withoutGitVariables(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
}

function git(root: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, {
    cwd: root,
    env: withoutGitVariables(),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout : undefined;
}
