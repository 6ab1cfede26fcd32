import type { Scenario } from "../play/scenario.ts";
import { ABORT } from "./abort.ts";
import { ABORT_IN_TOOL } from "./abort-in-tool.ts";
import { AFTER_HOOKS } from "./after-hooks.ts";
import { ARGUMENTS } from "./arguments.ts";
import { BATCHES } from "./batches.ts";
import { BOUNDARIES } from "./boundaries.ts";
import { CHANGES } from "./changes.ts";
import { COERCION } from "./coercion.ts";
import { CONTINUES } from "./continues.ts";
import { GATES } from "./gates.ts";
import { HOOK_ARGUMENTS } from "./hook-arguments.ts";
import { BEFORE_HOOKS } from "./hooks.ts";
import { PREFLIGHT } from "./preflight.ts";
import { QUEUES } from "./queues.ts";
import { REPLIES } from "./replies.ts";
import { RESULTS } from "./results.ts";
import { TERMINATE } from "./terminate.ts";
import { TOOLS } from "./tools.ts";
import { TRUNCATED } from "./truncated.ts";
import { UPDATES } from "./updates.ts";

/** The fidelity curve: every scenario is played on Pi and on each chapter that can express it. */
export const SCENARIOS: Scenario[] = [
  ...REPLIES,
  ...TOOLS,
  ...RESULTS,
  ...GATES,
  ...ARGUMENTS,
  ...COERCION,
  ...TRUNCATED,
  ...BEFORE_HOOKS,
  ...HOOK_ARGUMENTS,
  ...AFTER_HOOKS,
  ...CHANGES,
  ...BATCHES,
  ...PREFLIGHT,
  ...TERMINATE,
  ...ABORT,
  ...ABORT_IN_TOOL,
  ...UPDATES,
  ...QUEUES,
  ...CONTINUES,
  ...BOUNDARIES,
];
