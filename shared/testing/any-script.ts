import * as fc from "fast-check";
import { call, fail, hangUp, text, type Part, type Reply } from "../script.ts";

/**
 * Any script that calls tools of these names: texts, calls with ids that repeat, lost connections, streams without an
 * end, too few replies, and, often enough, replies that go on asking past any limit. `extra` adds parts to choose from.
 */
export function anyScript<World = unknown>(
  toolNames: readonly string[],
  extra: fc.Arbitrary<Part<World>>[] = [],
): fc.Arbitrary<Reply<World>[]> {
  const anyId = fc.constantFrom("call-1", "call-2", "call-3");
  const anyArguments = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
  const anyCall = fc
    .tuple(anyId, fc.constantFrom(...toolNames), anyArguments)
    .map(([id, name, args]): Part<World> => call(id, name, args));
  const anyText = fc.string().map((said) => text(said));
  const harmless = fc.oneof({ arbitrary: anyCall, weight: 3 }, anyText, ...extra);
  const harmful = fc.oneof(
    fc.string().map((message) => fail(message)),
    fc.constant(hangUp()),
  );

  const anyReply = fc.array(fc.oneof({ arbitrary: harmless, weight: 8 }, harmful), { maxLength: 5 });
  const askingReply = fc.tuple(fc.array(harmless, { maxLength: 3 }), anyCall).map(([more, asked]) => [...more, asked]);
  return fc.oneof(fc.array(anyReply, { maxLength: 6 }), fc.array(askingReply, { minLength: 6, maxLength: 12 }));
}

/** The calls of a reply that reach the loop: nothing comes through once the connection is lost. */
export function callsOf(reply: Reply<never>): { id: string; name: string; arguments: Record<string, unknown> }[] {
  const lost = reply.findIndex((part) => part.type === "fail" || part.type === "hangUp");
  const arrived = lost === -1 ? reply : reply.slice(0, lost);
  return arrived.flatMap((part) =>
    part.type === "call" ? [{ id: part.id, name: part.name, arguments: part.arguments }] : [],
  );
}
