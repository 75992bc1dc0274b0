import { type EdmValue, edm, type Guid } from "@tablewright/runtime/edm";
import type { SampledRow } from "../../../../cli/src/commands/pull/sample/columns.js";
import { seededRandom } from "../../soak/random.js";

/** Table as programs write it, and the keys that a careful engineer would declare for each of its kinds. */
export interface CorpusTable {
  readonly name: string;
  readonly rows: readonly SampledRow[];
  /**
   * `PartitionKey ~ RowKey` of each kind: literals, and parts such as `{at.desc}` with stored names. `{*}` is text that is only in the key,
   * `{*guid}` a value of another type.
   */
  readonly keys: readonly string[];
}

type Values = Readonly<Record<string, EdmValue | string | number | boolean | Date>>;
type Made = readonly [partitionKey: string, rowKey: string, values: Values];

const random = seededRandom(32);
export const below = (limit: number) => Math.floor(random() * limit);
export const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
export const pad = (value: number | bigint | string, width: number) => String(value).padStart(width, "0");
export const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join("");
/** Returns a random guid of version 4. */
export const guid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(["8", "9", "a", "b"])}${hex(3)}-${hex(12)}` as Guid;
export const start = Date.UTC(2024, 2, 1);
export const ticks = (time: number) => BigInt(time) * 10_000n + 621_355_968_000_000_000n;
export const lastTicks = 3_155_378_975_999_999_999n;
export const ulid = (time: number) => {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  let head = "";
  for (let rest = time, at = 0; at < 10; at++, rest = Math.floor(rest / 32)) head = letters.charAt(rest % 32) + head;
  return head + Array.from({ length: 16 }, () => letters.charAt(below(32))).join("");
};

function edmValueOf(value: Values[string]): EdmValue {
  if (typeof value === "string") return edm.string(value);
  if (typeof value === "boolean") return edm.boolean(value);
  if (typeof value === "number") return Number.isInteger(value) ? edm.int32(value) : edm.double(value);
  return value instanceof Date ? edm.dateTime(value) : value;
}

export function table(
  name: string,
  keys: readonly string[],
  count: number,
  make: (index: number) => Made,
): CorpusTable {
  const rows = new Map<string, SampledRow>();
  for (let index = 0; index < count; index++) {
    const [partitionKey, rowKey, values] = make(index);
    const properties = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, edmValueOf(value)]));
    rows.set(JSON.stringify([partitionKey, rowKey]), { partitionKey, rowKey, properties });
  }
  return { name, keys, rows: [...rows.values()] };
}

/** Returns the tables' rows one after the other, as those of one table. */
export function together(name: string, keys: readonly string[], tables: readonly CorpusTable[]): CorpusTable {
  return { name, keys, rows: tables.flatMap(({ rows }) => rows) };
}

export const day = (time: number) => new Date(time).toISOString().slice(0, 10);
