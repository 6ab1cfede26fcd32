import { textOf } from "../../shared/content.ts";

export type FieldDifference =
  /** A field, named by its path (`messages[1].usage`); `undefined` where a side lacks it. */
  | { kind: "field"; path: string; pi: unknown; chapter: unknown }
  /** One side keeps content as a string, the other as blocks. */
  | { kind: "shape"; path: string; pi: unknown; chapter: unknown }
  /** The texts differ, whatever they are kept in. */
  | { kind: "text"; path: string; pi: string; chapter: string };

/** Every field in which two lines differ; a missing subtree counts once, at its root. */
export function fieldDifferences(chapter: unknown, pi: unknown, path = ""): FieldDifference[] {
  if (Object.is(chapter, pi)) return [];
  if (typeof chapter === "string" && typeof pi === "string") return [{ kind: "text", path, chapter, pi }];
  if (typeof chapter === "string" && isBlocks(pi)) {
    const texts = fieldDifferences(chapter, textOf(pi), path);
    return [{ kind: "shape", path, chapter, pi }, ...texts];
  }
  if (isBranch(chapter) && isBranch(pi) && Array.isArray(chapter) === Array.isArray(pi)) {
    const names = new Set([...Object.keys(chapter), ...Object.keys(pi)]);
    if (typeof chapter["content"] === "string" && isBlocks(pi["content"])) {
      names.delete("toolCalls");
      return [
        ...fieldDifferences(chapter["toolCalls"] ?? [], callsIn(pi["content"]), below(path, "toolCalls", chapter)),
        ...[...names].flatMap((name) => fieldDifferences(chapter[name], pi[name], below(path, name, chapter))),
      ];
    }
    return [...names].flatMap((name) => fieldDifferences(chapter[name], pi[name], below(path, name, chapter)));
  }
  return [{ kind: "field", path, chapter, pi }];
}

/** Calls as Part I keeps them: beside the content, without the `type` that makes a block of them. */
function callsIn(blocks: readonly { type: string }[]): object[] {
  return blocks.flatMap(({ type, ...call }) => (type === "toolCall" ? [call] : []));
}

function below(path: string, name: string, parent: object): string {
  if (Array.isArray(parent)) return `${path}[${name}]`;
  return path === "" ? name : `${path}.${name}`;
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isBlocks(value: unknown): value is { type: string; text?: string }[] {
  return Array.isArray(value) && value.every((block) => isBranch(block) && typeof block["type"] === "string");
}
