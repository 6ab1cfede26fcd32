/** The content of a message in any chapter: a string, or blocks. */
export type AnyContent = string | readonly AnyBlock[];

export type AnyBlock = {
  type: string;
  text?: string;
  thinking?: string;
  name?: string;
  id?: string;
  mimeType?: string;
};

/** The text of a content; other blocks have none, and neither has anything that is no content. */
export function textOf(content: AnyContent | undefined): string {
  if (typeof content === "string") return content;
  return blocksIn(content)
    .map((block) => (block.type === "text" ? (block.text ?? "") : ""))
    .join("");
}

/** A content on one line as the trace shows it: texts as they are, every other block as a mark. */
export function describeContent(content: AnyContent | undefined): string {
  if (typeof content === "string") return content;
  return blocksIn(content).map(describeBlock).join(" ");
}

/** The blocks of a content. What a broken tool left in their place must not stop the trace that would show it. */
function blocksIn(content: unknown): AnyBlock[] {
  return Array.isArray(content) ? content.filter((block) => typeof block === "object" && block !== null) : [];
}

function describeBlock(block: AnyBlock): string {
  switch (block.type) {
    case "text":
      return String(block.text ?? "");
    case "thinking":
      return `<thinking: ${block.thinking ?? ""}>`;
    case "image":
      return `<image ${block.mimeType ?? ""}>`;
    case "toolCall":
      return `<${block.name ?? ""} ${block.id ?? ""}>`;
    default:
      return `<${block.type}>`;
  }
}
