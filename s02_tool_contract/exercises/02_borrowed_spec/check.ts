import { test } from "vitest";
import type { Tool, ToolSpec } from "#s02/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";

const READ = "README.md「工作原理」里讲 structuredClone 做两件事的一段";

async function emptyRegistry() {
  const { ToolRegistry } = await answer<typeof import("./starter.ts")>();
  return new ToolRegistry();
}

function named(name: string, result: string): Tool {
  return { spec: { name, description: fresh("说明") }, handler: () => result };
}

const callTo = (name: string, args = {}) => ({ id: fresh("call-"), name, arguments: args });

/** The words with which `act` failed; undefined when it did not. */
function failureOf(act: () => unknown): string | undefined {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return undefined;
}

test("what the owner changes later does not reach in", async () => {
  const registry = await emptyRegistry();
  const [name, result] = [fresh("clock_"), fresh("结果")];
  const tool = named(name, result);
  const { description } = tool.spec;
  registry.register(tool);

  const frozen = failureOf(() => (tool.spec.description = "forged"));
  expectSame(frozen, undefined, () => ({
    saw: `登记以后，插件要改自己手里的说明，抛了错：「${String(frozen)}」。`,
    should: "插件手里的那一份随它改，别去冻住它；registry 留的是另外一份。",
    read: READ,
  }));
  expectSame(registry.getSpecs(), [{ name, description }], (seen) => ({
    saw: `登记以后，插件改了自己手里的说明，registry 交出的 spec 跟着变成 ${JSON.stringify(seen)}。`,
    should: "登记时抄一份，以后外面再怎么改，模型读到的还是登记时的说明。",
    read: READ,
  }));
  tool.handler = () => "forged";
  expectSame(registry.run(callTo(name)), result, (seen) => ({
    saw: `登记以后，插件换掉自己手里的 handler，执行的结果变成「${seen}」。`,
    should: "登记的是哪一个函数，执行的就是哪一个。",
    read: READ,
  }));
});

test("a spec that holds a function is refused where it is registered", async () => {
  const registry = await emptyRegistry();
  const name = fresh("weather_");
  const peek = () => "secret";
  const spec = { ...named(name, "").spec, peek } as ToolSpec;
  const deep = { ...named(name, "").spec, more: { peek } } as ToolSpec;
  const accepted = [spec, deep].find(
    (one) => failureOf(() => registry.register({ spec: one, handler: () => "" })) === undefined,
  );
  if (accepted) {
    throw verdict({
      saw: `spec 里混进了一个函数${accepted === deep ? "，在里面一层" : ""}，登记照样成功。`,
      should: "spec 只能是数据。登记处就要报错，别等到组请求时才出事，也别悄悄丢掉函数。",
      read: READ,
    });
  }
  let left = "那份带函数的 spec";
  const clean =
    failureOf(
      () =>
        (left = registry
          .getSpecs()
          .map((one) => one.name)
          .join("、")),
    ) === undefined;
  expectSame([clean, left], [true, ""], () => ({
    saw: `登记报了错，registry 里却留下了：${left}。`,
    should: "登记失败，就等于没有登记过。",
    read: READ,
  }));
});

test("the rest stays as it was", async () => {
  const registry = await emptyRegistry();
  const [clock, echo] = [named(fresh("z_"), fresh("结果")), named(fresh("a_"), "")];
  registry.register(clock);
  registry.register({ spec: echo.spec, handler: ({ text }) => `heard ${String(text)}` });

  const taken = failureOf(() => registry.register(named(clock.spec.name, "second")));
  expectSame(taken, `Tool ${clock.spec.name} is already registered`, () => ({
    saw: `同一个名字登记第二次，${taken === undefined ? "没有报错" : `错误是「${taken}」`}。`,
    should: `报错「Tool ${clock.spec.name} is already registered」，先来的留着。`,
    read: "README.md「工作原理」里的 register",
  }));
  // Whoever hands out what is frozen is safe as well.
  for (const spec of registry.getSpecs()) failureOf(() => (spec.description = "forged"));
  expectSame(registry.getSpecs(), [clock.spec, echo.spec], (seen) => ({
    saw: `登记两个工具，有人改过交出去的 spec，再交出的是 ${JSON.stringify(seen)}。`,
    should: "照登记的次序，每次交出的都是新抄的一份。",
    read: "README.md「工作原理」里的 getSpecs",
  }));
  const word = fresh();
  const seen = [
    registry.run(callTo(clock.spec.name)),
    registry.run(callTo(echo.spec.name, { text: word })),
    failureOf(() => registry.run(callTo("nobody"))),
  ];
  expectSame(seen, [clock.handler({}), `heard ${word}`, "Tool nobody not found"], () => ({
    saw: `执行两个登记过的、一个没有登记过的，依次得到 ${JSON.stringify(seen)}。`,
    should: "登记过的收到调用里的参数，返回自己的结果；没有登记过的报错 Tool nobody not found。",
    read: "README.md「工作原理」里的 run",
  }));
});
