/** One small mistake in the loop: in `file`, `from` stands once, and `to` takes its place. */
export type Mutant = { name: string; file: string; from: string; to: string };

/** Mistakes that a loop could well have. The fuzz is worth what it finds of them. */
export const MUTANTS: Mutant[] = [
  {
    name: "tools of a parallel batch run one by one",
    file: "batch.ts",
    from: "const finalizedCalls = await Promise.all(starts.map((start) => start()));",
    to: "const finalizedCalls: FinalizedToolCallOutcome[] = [];\n  for (const start of starts) finalizedCalls.push(await start());",
  },
  {
    name: "one tool that asks to end ends the run",
    file: "batch.ts",
    from: "finalizedCalls.every((",
    to: "finalizedCalls.some((",
  },
  {
    name: "an aborted sequential batch goes on",
    file: "batch.ts",
    from: "    // What was not begun stays without a result; see `repair.ts`.\n    if (run.signal?.aborted) break;\n",
    to: "",
  },
  {
    name: "a call that is held back has no end event",
    file: "batch.ts",
    from: "  await emitToolExecutionEnd(emit, finalized);\n",
    to: "",
  },
  {
    name: "a block goes before an abort",
    file: "preflight.ts",
    from: `if (signal?.aborted) return refusal("Operation aborted");`,
    to: `if (signal?.aborted && !decision?.block) return refusal("Operation aborted");`,
  },
  {
    name: "an empty reason counts",
    file: "preflight.ts",
    from: "decision.reason || ",
    to: "decision.reason ?? ",
  },
  {
    name: "the hook is asked before the arguments are converted",
    file: "preflight.ts",
    from: "const told = { assistantMessage, toolCall, args, context };",
    to: "const told = { assistantMessage, toolCall, args: toolCall.arguments, context };",
  },
  {
    name: "an after hook that throws leaves the result",
    file: "execute.ts",
    from: "return { toolCall, ...failure(error) };",
    to: "return { toolCall, result, isError };",
  },
  {
    name: "an after hook cannot keep the details",
    file: "execute.ts",
    from: "changed.details ?? result.details",
    to: "changed.details",
  },
  {
    name: "the end does not wait for those who hear the updates",
    file: "execute.ts",
    from: "await updates.close();\n    return { result, isError: false };",
    to: "void updates.close();\n    return { result, isError: false };",
  },
  {
    name: "updates are heard after the end",
    file: "updates.ts",
    from: "if (!this.#open) return;",
    to: "",
  },
  {
    name: "an update shows the provider's own message",
    file: "reply.ts",
    from: "assistantMessageEvent: event, message: { ...event.partial }",
    to: "assistantMessageEvent: event, message: event.partial",
  },
  {
    name: "an empty key counts",
    file: "reply.ts",
    from: "key || config.apiKey",
    to: "key ?? config.apiKey",
  },
  {
    name: "steps are told of a reply that has not started",
    file: "reply.ts",
    from: "if (!started) break;",
    to: "",
  },
  {
    name: "tools are looked up before the context is transformed",
    file: "reply.ts",
    from: "  const chosen = config.transformContext",
    to: "  context = { ...context };\n  const chosen = config.transformContext",
  },
  {
    name: "a turn is prepared after a reply that failed",
    file: "loop.ts",
    from: "if (hasFailed(message) || (await isLastTurn(run, turn))) {",
    to: "if ((await isLastTurn(run, turn)) || hasFailed(message)) {",
  },
  {
    name: "calls that were cut off run",
    file: "loop.ts",
    from: `if (message.stopReason === "length") `,
    to: `if (message.stopReason === "stop") `,
  },
  {
    name: "a tool cannot end the run",
    file: "loop.ts",
    from: "goesOn: !terminate",
    to: "goesOn: true",
  },
  {
    name: "a message that waited is in the transcript before it is told",
    file: "loop.ts",
    from: `  await emit({ type: "message_end", message });\n  context.messages.push(message);`,
    to: `  context.messages.push(message);\n  await emit({ type: "message_end", message });`,
  },
  {
    name: "a run returns what came after its prompts",
    file: "agent-loop.ts",
    from: "newMessages: [...prompts]",
    to: "newMessages: []",
  },
  {
    name: "a continued run leaves the caller's transcript as it was",
    file: "agent-loop.ts",
    from: "context: { ...context }, config",
    to: "context: { ...context, messages: [...context.messages] }, config",
  },
  {
    name: "who reads slowly misses the end",
    file: "event-stream.ts",
    from: "while (this.#taken < this.#queue.length) yield",
    to: "if (this.#taken < this.#queue.length) yield",
  },
  {
    name: "the call is converted, not a copy of it",
    file: "validate.ts",
    from: "structuredClone(written)",
    to: "written",
  },
  {
    name: "a failure is told of a truncated call as if it had run",
    file: "truncated.ts",
    from: "isError: true",
    to: "isError: false",
  },
  {
    name: "null is no number",
    file: "coerce.ts",
    from: "if (value === null) return 0;",
    to: "",
  },
  {
    name: "other properties are not converted",
    file: "coerce.ts",
    from: "if (!Object.hasOwn(properties, name))",
    to: "if (Object.hasOwn(properties, name))",
  },
  {
    name: "the first choice is taken, fit or not",
    file: "coerce.ts",
    from: "if (satisfies(made, choice, validatorOf)) return made;",
    to: "return made;",
  },
  {
    name: "null is no text",
    file: "coerce.ts",
    from: `case "string":
      if (value === null) return "";`,
    to: `case "string":`,
  },
  {
    name: "nothing becomes null",
    file: "coerce.ts",
    from: `return value === "" || value === 0 || value === false ? null : value;`,
    to: `return value;`,
  },
  { name: "0 is not false", file: "coerce.ts", from: `value === "false" || value === 0`, to: `value === "false"` },
  {
    name: "the items of a list are not converted",
    file: "coerce.ts",
    from: `if (types.includes("array") && Array.isArray(made)) coerceItems(made, schema, validatorOf);`,
    to: ``,
  },
  {
    name: "a value that is of one of several types is converted all the same",
    file: "coerce.ts",
    from: `if (!types.some((type) => isOfType(made, type))) `,
    to: ``,
  },
  {
    name: "a choice that does not fit has changed the value",
    file: "coerce.ts",
    from: `const made = coerce(structuredClone(value), choice, validatorOf);`,
    to: `const made = coerce(value, choice, validatorOf);`,
  },
  {
    name: "only the first of several types is tried",
    file: "coerce.ts",
    from: `const made = coercePrimitive(value, type);
    if (made !== value) return made;`,
    to: `return coercePrimitive(value, type);`,
  },
  {
    name: "a bare value that cannot be converted is refused",
    file: "validate.ts",
    from: `  if (coerced !== args && !(isObject(coerced) && isObject(args))) return args;
`,
    to: ``,
  },
  {
    name: "properties are not converted",
    file: "coerce.ts",
    from: `if (name in object) object[name] = coerce(object[name], property, validatorOf);`,
    to: ``,
  },
  {
    name: "a result without content stays without",
    file: "tools.ts",
    from: "content: content ?? []",
    to: "content",
  },
];
