import type { Values } from "../../key-shapes/compile-entities.js";
import { changesIn, type Told } from "../../pairs/call.js";
import { checkReads } from "../../pairs/check-reads.js";
import { compareRows } from "../../pairs/compare-rows.js";
import { type DrawnEntity, fixedNames } from "../../pairs/drawn-entity.js";
import type { Stored } from "../../pairs/options.js";
import { applied, type Held, indexRows, type Operation } from "../../pairs/row-model.js";
import { readStored } from "../../pairs/stored-rows.js";
import { isNoRows } from "../oracle/unit.js";
import { timeoutMs } from "../run-schedule.js";
import { Journal, type Version } from "../world/journal.js";
import { parseWrites } from "../world/parse-writes.js";
import { ids, part } from "./mixed-call.js";
import { type MixedResult, type MixedRun, oldestMs, type ToldWrite } from "./run-mixed.js";
import { areSettled } from "./settled-receipts.js";

/** Finding about a run: something that contradicts the service's record (`isFalse`), or an unknown outcome for want of a response. */
export interface MixedFinding {
  readonly kind: string;
  readonly isFalse: boolean;
  readonly detail: string;
}

/**
 * Compares the results that clients with receipts received with the actions of the service. Also replays all applied writes on the model of
 * the pairs, and compares the outcome with the final rows and with what reads return of them.
 * @param now the time of the end, in milliseconds
 */
export async function checkMixed(run: MixedRun, now: number): Promise<readonly MixedFinding[]> {
  const journal = new Journal([], run.exchanges);
  const findings: MixedFinding[] = run.unhandled.map((reason) => ({
    kind: "a rejection that nothing handles",
    isFalse: true,
    detail: String(reason),
  }));
  const calls = run.program.clients.reduce((sum, { length }) => sum + length, 0);
  if (run.results.length < calls) findings.push({ kind: "a call never settled", isFalse: true, detail: "" });
  for (const result of run.results) {
    if (!run.isOnce(result.client)) continue;
    for (const write of result.writes) findings.push(...judge(run, result, write, journal));
  }
  const wrong = await checkRows(run, journal, now);
  if (wrong.length > 0)
    findings.push({ kind: `rows: ${wrong[0]?.replace(/\d+/g, "n")}`, isFalse: true, detail: wrong.join("\n") });
  return findings;
}

function rowOf(drawn: DrawnEntity, id: string): string {
  const { partitionKey, rowKey } = drawn.entity.key({ part, id });
  return `${partitionKey}/${rowKey}`;
}

function* judge(
  run: MixedRun,
  { client, call, endedAt, startedAt }: MixedResult,
  { id, choice, told }: ToldWrite,
  journal: Journal,
): Generator<MixedFinding> {
  const { write = "", way } = choice;
  const found = (what: string, isFalse = true): MixedFinding => ({
    kind: `${write} ${way}: ${what}`,
    isFalse,
    detail: `${client}.${call} told ${tellText(told)}`,
  });
  const versions = journal
    .versions(rowOf(run.program.drawn, id))
    .filter(({ exchange }) => exchange?.client === client && exchange.call === call);
  const isDelete = write.startsWith("delete");
  const own = versions.filter((version) => (version.properties === undefined) === isDelete && !isFence(version));
  if (told === undefined) {
    yield found("no outcome");
    return;
  }
  if ("code" in told && told.isUnknown) {
    const own = run.exchanges.filter((each) => each.client === client && each.call === call);
    if (endedAt - startedAt < timeoutMs) yield found(`unknown without a cause, ${told.code}`);
    else if (areSettled(own)) yield found("unknown, although its receipt shows the outcome");
    else yield found("unknown, no response", false);
    return;
  }
  if (own.some(({ at }) => at > endedAt)) yield found("applied after its call had ended");
  if ("code" in told) {
    if (own.length > 0) yield found(`refused, but applied: ${told.code}`);
    return;
  }
  const isNothing = told.result === false || told.result === 0;
  if (own.length !== (isNothing ? 0 : 1)) yield found(`applied ${own.length} times`);
  const { result: etag } = told;
  if (typeof etag === "string" && !isNoRows(etag) && !own.some((version) => version.etag === etag))
    yield found("confirmed with the ETag of another write");
}

/** Returns whether a write changed nothing but the ETag. */
function isFence({ row, exchange }: Version): boolean {
  const write = exchange && parseWrites(exchange.request).find((each) => each.row === row);
  return write?.kind === "merge" && Object.keys(write.properties).every((name) => /^(Partition|Row)Key$/.test(name));
}

/** Replays all applied writes on the model, and compares it with the final rows and with what reads return. */
async function checkRows(run: MixedRun, journal: Journal, now: number): Promise<string[]> {
  const { drawn } = run.program;
  const expected = new Map<string, Stored>();
  const reads: string[] = [];
  for (const [index, id] of ids.entries()) {
    const held = replay(run, journal, id);
    const { partitionKey, rowKey } = drawn.entity.key({ part, id });
    if (held !== undefined) {
      expected.set(`Things ${partitionKey} ${rowKey}`, held.stored);
      for (const [address, row] of indexRows(drawn, held, partitionKey)) expected.set(address, row);
    }
    const isHidden = hasExpired(drawn, held, now);
    reads.push(...(await checkReads(run.plain, drawn, held, { part, id }, isHidden, run.seed + index)));
  }
  return [...compareRows(expected, await readStored(run.plain, part), drawn, now - 2 * oldestMs), ...reads];
}

function replay({ program: { drawn }, initial, results }: MixedRun, journal: Journal, id: string): Held | undefined {
  const first = initial.find((write) => write.id === id);
  let held = first && applied(drawn, undefined, "insert", first.given);
  for (const version of journal.versions(rowOf(drawn, id))) {
    if (isFence(version)) continue;
    const { exchange, properties } = version;
    const result = results.find(({ client, call }) => client === exchange?.client && call === exchange.call);
    const write = result?.writes.find((each) => each.id === id);
    if (write === undefined) return held;
    held = properties === undefined ? undefined : after(drawn, held, write);
  }
  return held;
}

function after(
  drawn: DrawnEntity,
  row: Held | undefined,
  { choice: { write, way }, given }: ToldWrite,
): Held | undefined {
  // In a transaction or bulk, a whole entity keeps the read-only values of the entity that the client has read. If that row no longer
  // exists, the write is sent as it is, and is not an insert.
  const isWhole = write === "replace" || write?.startsWith("insertOr");
  const fixed = way === "single" || !isWhole ? [] : fixedNames(drawn).filter((name) => given[name] !== undefined);
  const own = Object.fromEntries(fixed.map((name) => [name, given[name]]));
  const before = row || fixed.length > 0 ? { stored: {}, ...row, values: { ...row?.values, ...own } } : undefined;
  const changes = changesIn(drawn, given);
  switch (write) {
    case "modifyUnset":
      return applied(drawn, before, "merge", {}, ["note"]);
    case "modifyOrInsert":
      return before === undefined ? applied(drawn, before, "insert", given) : applied(drawn, before, "merge", changes);
    case "modify":
    case "updateWhere":
    case "merge":
      return applied(drawn, before, "merge", changes);
    default:
      return applied(drawn, before, write as Operation, given);
  }
}

function hasExpired({ options }: DrawnEntity, held: Held | undefined, now: number): boolean {
  const values: Values = held?.values ?? {};
  return options.some(({ expires }) => {
    const time = expires === undefined ? undefined : values[expires];
    return time instanceof Date && time.getTime() < now;
  });
}

function tellText(told: Told | undefined): string {
  if (told === undefined) return "nothing";
  return "code" in told
    ? `${told.code}${told.isUnknown ? ", unknown" : ""}: ${told.error}`
    : `ok ${String(told.result)}`;
}
