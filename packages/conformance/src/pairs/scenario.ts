import { edm } from "@tablewright/runtime/edm";
import type { Values } from "../key-shapes/compile-entities.js";
import { type Told, tell } from "./call.js";
import { checkReads } from "./check-reads.js";
import { compareRows } from "./compare-rows.js";
import type { Choice } from "./covering-array.js";
import { type DrawnEntity, fixedNames, ownId as id } from "./drawn-entity.js";
import type { Clients } from "./lab.js";
import { storedText } from "./options.js";
import type { PlannedCall } from "./plan.js";
import { type Prediction, predict } from "./predict.js";
import { type Held, indexRows, undeclared } from "./row-model.js";
import { readStored, type StoredRow } from "./stored-rows.js";

/** Id of another entity in the partition, which no call may change. Shards put this entity and that of the call into one partition. */
const bystander = "3";
const day = 86_400_000;
const staleETag = "W/\"datetime'2020-01-01T00%3A00%3A00.0000000Z'\"";
let count = 0;

/** Runs one call beside the model, and returns what differs; an empty list if nothing does. */
export async function runScenario(clients: Clients, { drawn, call }: PlannedCall): Promise<string[]> {
  const { service, network, plain } = clients;
  const part = `s${count++}`;
  const client = plain.entities(drawn.entity);
  await client.insert(drawn.values(2, part, bystander) as never);
  if (drawn.neighbour) await plain.entities(drawn.neighbour).insert({ part, id } as never);
  // The client of the call has written the row, so that it can tell later whether the row is still the same.
  await storeRow(clients, drawn, call, part);
  const { partitionKey, rowKey } = drawn.entity.key({ part, id });
  const address = `Things ${partitionKey} ${rowKey}`;
  const all = { expired: true };
  const read = await client.get({ part, id } as never, all);
  if (read && call["condition"] === "stale")
    await client.merge({ part, id } as never, { note: "changed" } as never, { ifMatch: "*" });
  const initial = await readStored(plain, part);
  const row = initial.get(address);
  const before = row && held(drawn, (await client.getOrThrow({ part, id } as never, all)) as unknown as Values, row);
  const given = valuesToWrite(drawn, call, part, read as unknown as Values);
  const prediction = predict(drawn, call, before, given);
  const ifMatch = call["condition"] === "*" ? "*" : (read?.$etag ?? staleETag);

  const start = Date.now();
  const { fault = "none" } = call;
  network.setFault(fault);
  const told = await tell(service, drawn, call, { part, id }, given, ifMatch, read);
  await network.settle();
  const stored = await readStored(plain, part);

  const others = [...initial.values()].filter((each) => isOfOther(each, address, drawn));
  const expected = (held: Held | undefined) => {
    const rows = new Map(others.map((each) => [each.address, each.properties]));
    if (held === undefined) return rows;
    if (held === before) return new Map([...initial.values()].map((each) => [each.address, each.properties]));
    rows.set(address, held.stored);
    for (const [place, properties] of indexRows(drawn, held, partitionKey)) rows.set(place, properties);
    return rows;
  };
  const unlikeAfter = compareRows(expected(prediction.after), stored, drawn, start);
  const unlikeBefore = compareRows(expected(before), stored, drawn, start);
  const isAfter = unlikeAfter.length === 0;
  const wrong = checkTold(told, prediction, stored.get(address), call);
  if (!isAfter && (!isUnknown(told) || unlikeBefore.length > 0)) wrong.push(...unlikeAfter);
  const current = isAfter ? prediction.after : before;
  const isHidden = call["row"] === "expired" && hasExpired(drawn, current);
  wrong.push(...(await checkReads(plain, drawn, current, { part, id }, isHidden)));
  return wrong.length === 0 ? [] : [`told ${toldText(told)}`, ...wrong];
}

/** Stores the row that the call meets. */
async function storeRow({ service, plain }: Clients, drawn: DrawnEntity, { row }: Choice, part: string): Promise<void> {
  if (row === "absent") return;
  const client = service.entities(drawn.entity);
  const expired = drawn.options
    .flatMap(({ expires }) => expires ?? [])
    .map((name) => [name, new Date(Date.now() - day)]);
  const values = { ...drawn.values(0, part, id), ...(row === "expired" && Object.fromEntries(expired)) };
  await client.insert(values as never);
  const table = service.table("Things");
  const key = drawn.entity.key({ part, id });
  if (row === "undeclared") {
    await table.merge(key, { [undeclared]: edm.int32(7) }, { ifMatch: "*" });
  }
  if (row === "former") {
    const { properties, $etag } = await plain.table("Things").getOrThrow(key);
    const rest = { ...properties };
    for (const { former, properties: declared } of drawn.options) {
      if (former === undefined) continue;
      for (const name of Object.keys(declared ?? {})) delete rest[name];
      for (const [name, text] of Object.entries(former(values))) {
        const value = text.slice(text.indexOf(" ") + 1);
        rest[name] = text.startsWith("Int32") ? edm.int32(Number(value)) : edm.string(value);
      }
    }
    await table.replace({ ...key, properties: rest }, { ifMatch: $etag });
  }
}

/** Returns the model's view of an entity that was read. */
function held(drawn: DrawnEntity, read: Values, row: StoredRow): Held {
  const names = drawn.options.flatMap(({ properties }) => Object.keys(properties ?? {}));
  const values = Object.fromEntries(["part", "id", "note", ...names].map((name) => [name, read[name]]));
  return { values, stored: row.properties };
}

function hasExpired(drawn: DrawnEntity, held: Held | undefined): boolean {
  const times = drawn.options.flatMap(({ expires }) => (expires === undefined ? [] : [held?.values[expires]]));
  return times.some((time) => time instanceof Date && time.getTime() < Date.now());
}

/** Values that the call writes. @param read the entity as it was read before; undefined if there is none */
function valuesToWrite(drawn: DrawnEntity, { write, values }: Choice, part: string, read: Values | undefined): Values {
  if (values === "note" && write !== "insertOrMerge") return { part, id, note: "new" };
  const given: Record<string, unknown> = { ...drawn.values(1, part, id), ...(values === "note" && { note: "new" }) };
  if (values === "taken") {
    const other = drawn.values(2, part, bystander);
    for (const [, { unique }] of drawn.indexes) if (unique !== undefined) given[unique] = other[unique];
  }
  const isWhole = write === "replace" || write?.startsWith("insertOr");
  for (const name of fixedNames(drawn)) if (isWhole && read !== undefined) given[name] = read[name];
  return given;
}

/** Returns whether a row belongs neither to the entity of the call nor to one of its index rows. */
function isOfOther({ address, properties }: StoredRow, own: string, { isKeyOnly, neighbour }: DrawnEntity): boolean {
  if (address === own) return false;
  if (neighbour && address.includes(" o!")) return true;
  return isKeyOnly && properties["id"] === undefined
    ? !address.endsWith(`!${id}`)
    : properties["id"] !== storedText(id);
}

function isUnknown(told: Told): boolean {
  return "code" in told && told.isUnknown;
}

function toldText(told: Told): string {
  if ("result" in told) return `ok ${String(told.result)}`;
  return `${told.code}${told.isUnknown ? ", unknown" : ""}: ${String(told.error)}`;
}

/** Checks the result or error of the call against the model. With a receipt, one lost response leaves nothing unknown. */
function checkTold(
  told: Told,
  { told: expected }: Prediction,
  row: StoredRow | undefined,
  { fault, exactly }: Choice,
): string[] {
  if ("code" in told) {
    if (told.isUnknown && fault !== "none" && exactly !== "once") return [];
    const code = typeof expected === "object" ? expected.code : undefined;
    return told.code === code && !told.isUnknown ? [] : [`expected ${code ?? String(expected)}`];
  }
  const { result } = told;
  if (expected === "etag") {
    if (typeof result !== "string" || !/^W\/".+"$/.test(result)) return [`$etag is ${String(result)}`];
    return fault !== "none" || result === row?.etag ? [] : [`$etag is ${result}, the row has ${row?.etag}`];
  }
  // After a lost attempt, a missing row counts as deleted by the call.
  const isMissing = expected === false || (typeof expected === "object" && expected.code === "entity.not-found");
  const isGone = isMissing && result === true && fault !== "none";
  return result === expected || isGone ? [] : [`expected ${JSON.stringify(expected)}`];
}
