import stringWidth from "string-width";
import { oneLine } from "../../shared/trace.ts";

/** What must not end a line, since it opens what comes after. */
const OPENING = /[「『（《【([{]$/;
/** What must not begin a line, since it closes what stands before. */
const CLOSING = /^[，。、；：？！」』）》】,.;:?!)\]}]/;

/**
 * `text` in lines of at most `columns`. Breaks between words and between Chinese characters, inside a word only where
 * the word is too long for a line. Nothing in the text can steer the terminal.
 */
export function wrap(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(oneLine(line.replaceAll("\t", "  ")), Math.max(columns, 2)));
}

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = [];
  let current = "";
  let width = 0;
  for (const piece of piecesOf(line, columns)) {
    // A line that goes on begins with no blank; one that begins may be indented.
    if (current === "" && lines.length > 0 && piece.trim() === "") continue;
    const more = stringWidth(piece);
    if (current !== "" && width + more > columns) {
      lines.push(current.trimEnd());
      current = piece.trimStart();
      width = current === "" ? 0 : more;
    } else {
      current += piece;
      width += more;
    }
  }
  return [...lines, current.trimEnd()];
}

/** What stays together: a word, a Chinese character with the marks that close it, a blank. */
function piecesOf(line: string, columns: number): string[] {
  const pieces: string[] = [];
  for (const [found] of line.matchAll(/[\x21-\x7e]+|./gu)) {
    const before = pieces.at(-1);
    const belongs = before !== undefined && before.trim() !== "" && (CLOSING.test(found) || OPENING.test(before));
    if (belongs && stringWidth(before + found) <= columns) {
      pieces[pieces.length - 1] = before + found;
    } else {
      pieces.push(...(stringWidth(found) > columns ? inParts(found, columns) : [found]));
    }
  }
  return pieces;
}

function inParts(word: string, columns: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < word.length; at += columns) parts.push(word.slice(at, at + columns));
  return parts;
}

/** The beginning of `text` that fits, with a mark where something was cut off. */
export function cut(text: string, columns: number): string {
  const line = oneLine(text);
  if (stringWidth(line) <= columns) return line;
  let fitting = "";
  let width = 0;
  for (const char of line) {
    width += stringWidth(char);
    if (width > columns - 1) break;
    fitting += char;
  }
  return columns < 1 ? "" : `${fitting}~`;
}

/** Markdown as a terminal shows it: links become their words. */
export function plainTask(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}
