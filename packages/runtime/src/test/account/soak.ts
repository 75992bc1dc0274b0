/** Runs of a property: 500, or the count that `TABLEWRIGHT_SOAK` gives. */
export const runs = Number(process.env["TABLEWRIGHT_SOAK"] ?? "500");

/** Time that a test of that many runs may take, in milliseconds. */
export const soakTimeoutMs = Math.max(60_000, runs * 60);
