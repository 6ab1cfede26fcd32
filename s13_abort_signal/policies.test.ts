import { describe, expect, it } from "vitest";
import type { Answer, Ask, Question } from "./ask.ts";
import type { BeforeToolCallContext } from "./hooks.ts";
import { askPolicy, ciPolicy, readOnlyPolicy } from "./policies.ts";
import { anyText, oneOf, type Rule } from "./rules.ts";

const read: Rule = { name: "read anything", tool: "read", access: "read", args: { path: anyText } };
const readSecret: Rule = { name: "read a secret", tool: "peek", access: "read", ask: true, args: {} };
const log: Rule = { name: "write the log", tool: "write", access: "write", args: { path: oneOf("log") } };
const write: Rule = { name: "write anything", tool: "write", access: "write", ask: true, args: { path: anyText } };
const remove: Rule = { name: "remove anything", tool: "remove", access: "write", ask: true, args: { path: anyText } };
const rules = [read, readSecret, log, write, remove];

/** What a policy looks at of a call. */
function calling(name: string, args: unknown = {}): BeforeToolCallContext {
  return { toolCall: { type: "toolCall", id: "call-1", name, arguments: {} }, args } as BeforeToolCallContext;
}

/** A person who gives these answers in turn. */
function answering(...answers: Answer[]) {
  const questions: Question[] = [];
  const ask: Ask = async (question) => {
    questions.push(question);
    return answers.shift() ?? "unanswered";
  };
  return { ask, questions };
}

describe.each([
  ["ciPolicy", ciPolicy(rules)],
  ["readOnlyPolicy", readOnlyPolicy(rules)],
  ["askPolicy", askPolicy(rules, answering().ask)],
])("%s", (_, policy) => {
  it("lets through what a rule permits without asking, and says nothing", async () => {
    expect(await policy(calling("read", { path: "a" }))).toBeUndefined();
  });

  it("blocks what no rule covers, with the reason", async () => {
    expect(await policy(calling("deploy"))).toEqual({ block: true, reason: `No rule covers the tool "deploy"` });
    expect(await policy(calling("read", { path: "a", as: "root" }))).toMatchObject({ block: true });
  });

  it("goes by the arguments that the tool will get, not by those that the model wrote", async () => {
    const context = calling("read", { path: 7 });
    context.toolCall.arguments = { path: "a" };
    expect(await policy(context)).toMatchObject({ block: true });
  });

  it("blocks what wants a person, where none says yes", async () => {
    for (const call of [calling("peek"), calling("write", { path: "a" })]) {
      expect(await policy(call)).toMatchObject({ block: true, reason: expect.stringMatching(/./) });
    }
  });
});

describe("ciPolicy", () => {
  it("writes where a rule permits it, and says that nobody can be asked", async () => {
    expect(await ciPolicy(rules)(calling("write", { path: "log" }))).toBeUndefined();
    expect((await ciPolicy(rules)(calling("write", { path: "a" })))?.reason).toContain("nobody can be asked");
  });
});

describe("readOnlyPolicy", () => {
  it("takes for a write what is not called a read", async () => {
    const loose = { ...read, access: "execute" as never };
    expect(await readOnlyPolicy([loose])(calling("read", { path: "a" }))).toMatchObject({ block: true });
  });

  it("writes nothing, whatever the rules permit", async () => {
    const decision = await readOnlyPolicy(rules)(calling("write", { path: "log" }));
    expect(decision).toEqual({ block: true, reason: `"write" changes things, and this session is read-only` });
  });
});

describe("askPolicy", () => {
  it("asks only where a rule wants it, and shows call and rule", async () => {
    const { ask, questions } = answering("yes");
    const policy = askPolicy(rules, ask);
    await policy(calling("read", { path: "a" }));
    await policy(calling("write", { path: "log" }));
    await policy(calling("deploy"));
    expect(await policy(calling("write", { path: "a" }))).toBeUndefined();
    expect(questions).toEqual([{ tool: "write", args: { path: "a" }, rule: write }]);
  });

  it("takes a yes for one call, and tells no from silence", async () => {
    const policy = askPolicy(rules, answering("yes", "no", "unanswered").ask);
    const call = calling("write", { path: "a" });
    expect(await policy(call)).toBeUndefined();
    expect((await policy(call))?.reason).toBe(`The user did not allow this call of "write"`);
    expect((await policy(call))?.reason).toBe(`Nobody answered whether "write" may run`);
  });

  it("takes always for the tool under the rule: not for another, not beyond the rule, not in another policy", async () => {
    const { ask, questions } = answering("always", "no", "no");
    const policy = askPolicy(rules, ask);
    expect(await policy(calling("write", { path: "a" }))).toBeUndefined();
    expect(await policy(calling("write", { path: "b" }))).toBeUndefined();
    expect(questions).toHaveLength(1);
    expect(await policy(calling("write", { path: 7 }))).toMatchObject({ block: true });
    expect(await policy(calling("remove", { path: "a" }))).toMatchObject({ block: true });
    expect(await askPolicy(rules, ask)(calling("write", { path: "a" }))).toMatchObject({ block: true });
    expect(questions).toHaveLength(3);
  });

  it.each(["YES", "", undefined, true, null, { yes: true }])("takes no other answer for a yes: %j", async (answer) => {
    const policy = askPolicy(rules, async () => answer as Answer);
    expect(await policy(calling("write", { path: "a" }))).toMatchObject({ block: true });
  });

  it("judges again after the answer: while the person thought, the place has changed", async () => {
    let safe = true;
    const moving: Rule = { ...write, args: { path: () => (safe ? undefined : "leads outside") } };
    const policy = askPolicy([moving], async () => {
      safe = false;
      return "always";
    });
    const refused = { block: true, reason: `Argument "path" of "write": leads outside` };
    expect(await policy(calling("write", { path: "a" }))).toEqual(refused);
    safe = true;
    expect(await policy(calling("write", { path: "a" }))).toEqual(refused);
  });

  it("takes no answer about one rule for another that covers the call by then", async () => {
    let safe = true;
    const first: Rule = { ...write, args: { path: () => (safe ? undefined : "leads outside") } };
    const policy = askPolicy([first, write], async () => {
      safe = false;
      return "yes";
    });
    const reason = `Another rule covers this call of "write" by now`;
    expect(await policy(calling("write", { path: "a" }))).toEqual({ block: true, reason });
  });

  it("rejects when a rule or the asking breaks, which the loop takes for a refusal", async () => {
    const broken = () => {
      throw new Error("broken");
    };
    await expect(askPolicy(rules, async () => broken())(calling("peek"))).rejects.toThrow("broken");
    await expect(ciPolicy([{ ...read, args: { path: broken } }])(calling("read", { path: "a" }))).rejects.toThrow(
      "broken",
    );
  });

  it("passes the signal on", async () => {
    const { signal } = new AbortController();
    const seen: unknown[] = [];
    const policy = askPolicy(rules, async (_, given) => {
      seen.push(given);
      return "yes";
    });
    await policy(calling("peek"), signal);
    expect(seen).toEqual([signal]);
  });
});
