/** `snapshot-policy` without its line `begin: takeSnapshot`: the results of the first turn, and the next prompt. */
export const withoutBegin: string[] = ["已发布到正式环境", "2026-01-01 09:00", "你是一个啰嗦的助手。"];

/** `live`: the model of each of the three requests. */
export const liveModels: string[] = ["model-a", "model-b", "model-c"];

/** `snapshot-policy`, as it is in `cases.ts`: the model of each of the three requests. */
export const policyModels: string[] = ["model-a", "model-b", "model-b"];
