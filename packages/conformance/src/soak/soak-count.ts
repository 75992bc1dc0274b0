/** Returns the full count for a long run with `TABLEWRIGHT_SOAK`, else a twentieth of it. */
export function soakCount(full: number): number {
  return process.env["TABLEWRIGHT_SOAK"] === undefined ? full / 20 : full;
}
