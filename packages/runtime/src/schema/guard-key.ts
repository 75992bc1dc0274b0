/** RowKey of a guard row: `~w-`, the client, and a slot. No key of a definition starts with an incomplete escape. */
const guardKey = /^~w-[0-9a-f]{8}-\d+$/;

/** Bounds of the RowKeys of guard rows. */
export const guardKeys = { ge: "~w-", lt: "~w." } as const;

/** Returns whether a row is a guard, which belongs to a client and not to the data of a table. */
export function isGuardKey(rowKey: unknown): boolean {
  return typeof rowKey === "string" && rowKey.charCodeAt(0) === 0x7e && guardKey.test(rowKey);
}
