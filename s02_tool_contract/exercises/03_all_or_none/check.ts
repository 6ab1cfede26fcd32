import { test } from "vitest";
import { ToolRegistry, type Tool, type ToolSpec } from "#s02/tools.ts";
import { answer, expectSame, fresh, verdict } from "#shared/practice.ts";

const READ = "tools.ts 的 register 和 unregister";

function named(name: string, result = fresh("结果")): Tool {
  return { spec: { name, description: "" }, handler: () => result };
}

const namesOf = (registry: ToolRegistry) => registry.getSpecs().map((spec) => spec.name);
const saying = (names: string[]) => (names.length === 0 ? "一个也没有" : names.join("、"));

/** Registers a plugin that must be refused, in a registry that holds `clock`; `clock` and nothing else must be left. */
async function expectRefused(what: string, words: RegExp, pluginBesides: (clock: string) => Tool[]): Promise<void> {
  const { registerAll } = await answer<typeof import("./starter.ts")>();
  let refusal: unknown;
  const registry = new (class extends ToolRegistry {
    override register(tool: Tool): void {
      try {
        super.register(tool);
      } catch (error) {
        refusal ??= error;
        throw error;
      }
    }
  })();
  const [clock, result] = [fresh("clock_"), fresh("结果")];
  registry.register(named(clock, result));
  const plugin = pluginBesides(clock);

  let thrown: unknown;
  try {
    registerAll(registry, plugin);
  } catch (error) {
    thrown = error;
  }
  const left = namesOf(registry);
  const ofPlugin = left.filter((name) => name !== clock);
  expectSame(ofPlugin, [], () => ({
    saw: `${what}，登记失败以后，插件的 ${saying(ofPlugin)} 还留着。`,
    should: "一个不成，就一个都不留，像没有来过一样；装了一半的插件，模型会去用。",
    read: READ,
  }));
  const clockIs = left.includes(clock) ? registry.run({ id: "call-1", name: clock, arguments: {} }) : undefined;
  expectSame(clockIs, result, () => ({
    saw: `${what}，登记失败以后，原来就有的 ${clock} ${clockIs === undefined ? "不见了" : "换成了插件的"}。`,
    should: "收回的只是这次登记进去的，别人早先登记的不能动。",
    read: READ,
  }));
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown !== undefined && words.test(message) && thrown === refusal) return;
  throw verdict({
    saw: `${what}，registerAll ${thrown === undefined ? "没有抛错" : `抛出的是「${message}」${words.test(message) ? "，话里有 registry 的错误，却是另一个错误" : ""}`}。`,
    should: "registry 为什么拒绝，就把那个错误原样抛出去，错误才落在写错的那一处。",
    read: READ,
  });
}

test("all are registered, in order", async () => {
  const { registerAll } = await answer<typeof import("./starter.ts")>();
  const registry = new ToolRegistry();
  const names = ["b_", "c_", "a_"].map(fresh);
  registry.register(named(names[0] ?? ""));
  registerAll(
    registry,
    names.slice(1).map((name) => named(name)),
  );
  expectSame(namesOf(registry), names, (seen) => ({
    saw: `先有 ${names[0]}，再登记插件的 ${names.slice(1).join("、")}，registry 里是：${saying(seen)}。`,
    should: "没有谁被拒绝，就全部登记，照给出的次序。",
    read: READ,
  }));
});

test("a name that is taken: nothing of the plugin stays", async () => {
  const taken = /already registered/;
  await expectRefused("插件的第二个名字被占", taken, (clock) => [named(fresh("one_")), named(clock)]);
  await expectRefused("插件的第一个名字被占", taken, (clock) => [named(clock), named(fresh("two_"))]);
  await expectRefused("插件的最后一个名字被占", taken, (clock) => [
    named(fresh("one_")),
    named(fresh("two_")),
    named(clock),
  ]);
  await expectRefused("插件的中间一个名字被占", taken, (clock) => [
    named(fresh("one_")),
    named(clock),
    named(fresh("three_")),
  ]);
});

test("the plugin is at odds with itself", async () => {
  const twice = fresh("twice_");
  await expectRefused("插件带来两个同名的工具", /already registered/, () => [named(twice), named(twice)]);
});

test("a spec that holds a function", async () => {
  const spec = { ...named(fresh("peek_")).spec, peek: () => "" } as ToolSpec;
  const plugin = [named(fresh("one_")), { spec, handler: () => "" }];
  await expectRefused("插件的第二个 spec 里混着函数", /could not be cloned/, () => plugin);
});

test("a second try succeeds", async () => {
  const { registerAll } = await answer<typeof import("./starter.ts")>();
  const registry = new ToolRegistry();
  const [clock, one] = [fresh("clock_"), fresh("one_")];
  registry.register(named(clock));
  try {
    registerAll(registry, [named(one), named(clock)]);
  } catch {
    // The second try is what counts.
  }
  registry.unregister(clock);
  registerAll(registry, [named(one), named(clock)]);
  expectSame(namesOf(registry), [one, clock], (seen) => ({
    saw: `拿走占着名字的 ${clock}，把同一个插件再登记一次，registry 里是：${saying(seen)}。`,
    should: "上一次失败什么也没有留下，这一次两个都登记得上。",
    read: READ,
  }));
});
