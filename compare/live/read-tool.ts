import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { Type, type Static } from "typebox";
import type { AgentTool, AgentToolResult } from "../../s15_loop_boundaries/index.ts";

/** Bytes: more than any file of the course has, and little enough to send. */
export const LARGEST_FILE = 100_000;

const PARAMETERS = Type.Object({ path: Type.String({ description: "从课程的根目录算起的路径；. 是根目录本身" }) });

/**
 * The only tool of a live run: reads a text file in `root`, or lists a folder. It changes nothing, follows no link out
 * of `root`, and does not see what is hidden (`.git`, `.env`): what it reads is sent to someone else's computer.
 */
export function readTool(root: string): AgentTool<typeof PARAMETERS> {
  return {
    name: "read",
    label: "读文件",
    description: `读课程里的一个文本文件，或者列出一个文件夹。文件最大 ${LARGEST_FILE} 字节。`,
    parameters: PARAMETERS,
    execute: async (_id, { path }: Static<typeof PARAMETERS>) => saying(look(root, path)),
  };
}

function look(root: string, path: string): string {
  const real = placeIn(root, path);
  const found = statSync(real);
  if (found.isDirectory()) return listOf(real);
  if (!found.isFile()) throw new Error(`${path} 不是文件，也不是文件夹`);
  if (found.size > LARGEST_FILE) throw new Error(`${path} 有 ${found.size} 字节，最多读 ${LARGEST_FILE} 字节`);
  const text = readFileSync(real, "utf8");
  if (text.includes("\0")) throw new Error(`${path} 不是文本文件`);
  return text;
}

/** Where `path` really lies. Throws when that is outside of `root`, hidden, or nowhere. */
function placeIn(root: string, path: string): string {
  const base = realpathSync(root);
  const wanted = resolve(base, path);
  // Before the disk is asked: whether something outside exists is not told either.
  refuseUnlessInside(base, wanted, path);
  const real = realOf(wanted, path);
  refuseUnlessInside(base, real, path);
  return real;
}

function realOf(wanted: string, path: string): string {
  try {
    return realpathSync(wanted);
  } catch {
    throw new Error(`没有 ${path}`);
  }
}

function refuseUnlessInside(base: string, place: string, path: string): void {
  const inside = relative(base, place);
  const steps = inside.split(sep);
  if (isAbsolute(inside) || steps[0] === "..") throw new Error(`${path} 在课程的文件夹外面，不能读`);
  if (steps.some(isHidden)) throw new Error(`${path} 是隐藏的，不能读`);
}

/** Hidden things hold keys and histories. */
function isHidden(name: string): boolean {
  return name.startsWith(".");
}

function listOf(folder: string): string {
  const names = readdirSync(folder)
    .filter((name) => !isHidden(name))
    .map((name) => (statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory() ? `${name}/` : name));
  return names.join("\n") || "（空文件夹）";
}

function saying(text: string): AgentToolResult {
  return { content: [{ type: "text", text }], details: {} };
}
