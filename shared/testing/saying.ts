/** A tool result of one text, as tools return it from s07 on. */
export function saying(said: string, details: unknown = {}) {
  return { content: [{ type: "text" as const, text: said }], details };
}
