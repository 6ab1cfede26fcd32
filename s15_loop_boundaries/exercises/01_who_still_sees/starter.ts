/*
 * `live` and `snapshot-policy` with one reply more: while the second reply streams, the caller, who has set
 * `config.model` to model-b during the first, sets it to model-c, and the reply calls `publish` again. The third says what tools it has.
 */

/**
 * `snapshot-policy` without its line `begin: takeSnapshot`. Three lines: the text of the result of call-1, that of
 * call-2, and the system prompt of the second request, without the name of the tool or of the field in front.
 */
export const withoutBegin: string[] = [
  // ...
];

/** `live`: the model of each of the three requests. The first is given. */
export const liveModels: string[] = ["model-a"];

/** `snapshot-policy`, as it is in `cases.ts`: the model of each of the three requests. The first is given. */
export const policyModels: string[] = ["model-a"];
