/** Runs of a property: 500, or the count that `TABLEWRIGHT_SOAK` gives. */
export const runs = Number(process.env["TABLEWRIGHT_SOAK"] ?? "500");
