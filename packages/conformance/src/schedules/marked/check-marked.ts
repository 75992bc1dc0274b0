import { type HttpRequest, isTableError, type TableError } from "@tablewright/runtime";
import type { Exchange } from "../world/exchange.js";
import { findApplied } from "../world/journal.js";
import { parseWrites, type RequestedWrite } from "../world/parse-writes.js";
import { countOf } from "./marked-client.js";
import type { MarkedResult, MarkedRun } from "./run-marked.js";

/** Claim of a call. False if the record contradicts it; otherwise a case of the list of what stays open, by name. */
export interface MarkedFinding {
  readonly kind: string;
  readonly call: string;
  readonly isFalse: boolean;
}

/** Compares the results that clients with markers received with what the service did. */
export function checkMarked(run: MarkedRun): readonly MarkedFinding[] {
  const findings: MarkedFinding[] = [];
  const add = (result: MarkedResult, kind: string, isFalse: boolean) =>
    findings.push({
      kind: `${run.program.world}, ${result.spec.op}: ${kind}`,
      call: `${result.client}.${result.call}`,
      isFalse,
    });
  if (run.unsettled > 0) findings.push({ kind: "a call never settled", call: "", isFalse: true });
  for (const result of run.results) checkResult(run, result, (kind, isFalse) => add(result, kind, isFalse));
  return findings;
}

function checkResult(run: MarkedRun, result: MarkedResult, add: (kind: string, isFalse: boolean) => void): void {
  const { settled, endedAt, spec } = result;
  const own = exchangesOf(run, result);
  const deliveries = own.filter(({ request }) => parseWrites(request).some(isOf(run, result))).flatMap(findApplied);
  const late = deliveries.filter(({ at }) => at > endedAt).length;
  const limit = limitOf(run, result, own);
  const addUnless = (kind: string) => add(limit === undefined ? kind : `${kind}: ${limit}`, limit === undefined);
  if ("error" in settled) {
    const { error } = settled;
    if (!isTableError(error)) add(`an error of another type: ${String(error)}`, true);
    else if (isUnknown(error)) add(...causeOf(run, own, error));
    else if (deliveries.length > 0) addUnless("refused, but applied");
  } else if (spec.op === "delete") {
    if (settled.value === false && deliveries.length > 0) addUnless("said to be absent, but deleted by this call");
    if (run.program.world === "guarded" && settled.value === true && deliveries.length !== 1)
      add(`confirmed, but applied ${deliveries.length} times`, true);
    if (late > 0) add("deleted after it was confirmed", true);
  } else {
    const isSet = spec.op === "set" || spec.op === "replace" || spec.op === "bulk";
    if (deliveries.length === 0) add("confirmed, but never applied", true);
    if (deliveries.length > 1 && (!isSet || late > 0)) addUnless("applied more than once");
  }
}

function exchangesOf({ exchanges }: MarkedRun, { client, call }: MarkedResult): readonly Exchange[] {
  return exchanges.filter((exchange) => exchange.client === client && exchange.call === call);
}

/** Returns whether a write is that of a call. A fence holds no value of it. */
function isOf({ program }: MarkedRun, { tag, spec }: MarkedResult): (write: RequestedWrite) => boolean {
  if (spec.op === "delete") return ({ kind }) => kind === "delete";
  if (program.world === "exclusive") return ({ properties }) => properties["count"] === String(countOf(tag));
  return ({ properties }) => properties["owner"] === tag;
}

/** Names what facts in a row cannot prevent; undefined where nothing may go wrong. */
function limitOf({ program }: MarkedRun, { spec }: MarkedResult, own: readonly Exchange[]): string | undefined {
  if (program.world !== "shared") return undefined;
  const calls = program.clients.flat();
  const hasDeletions = calls.some(({ op }) => op === "delete");
  // A missing row is a version that a deletion brings back.
  const isBirth = spec.op === "insert" || spec.op === "set" || spec.op === "bulk";
  if (isBirth && hasDeletions) return "the row was deleted and came back";
  const hasCopy = own.some(({ isRead, deliveries }) => !isRead && deliveries.length > 1);
  const hidesFacts = hasDeletions || spec.op === "delete" || calls.some(({ by }) => by === "foreign");
  return hasCopy && hidesFacts ? "the network made a copy, and its fact was removed" : undefined;
}

function isUnknown(error: TableError): boolean {
  return (error as { readonly outcome?: unknown }).outcome === "unknown";
}

/** Names the reason for which an outcome may stay unknown. */
function causeOf(run: MarkedRun, own: readonly Exchange[], error: TableError): [kind: string, isFalse: boolean] {
  const { world, clients } = run.program;
  // A fence without a response leaves the version as it was.
  const isOpen = /an earlier attempt may still be applied/.test(error.message);
  if (isOpen || own.at(-1)?.ended !== "answered") return ["unknown, no response", false];
  const isInsert = parseWrites(own.findLast(({ isRead }) => !isRead)?.request ?? noRequest).some(
    ({ kind }) => kind === "insert",
  );
  if (isInsert && /row does not exist/.test(error.message)) return ["unknown, an insert that may still arrive", false];
  if (world !== "shared") return [`unknown without a cause: ${error.message}`, true];
  if (isInsert) return ["unknown, a row that another inserted", false];
  if (clients.flat().some(({ by }) => by === "foreign")) return ["unknown, a program without markers", false];
  if (clients.flat().some(({ op }) => op === "delete")) return ["unknown, a deletion", false];
  return [`unknown without a cause: ${error.message}`, true];
}

const noRequest: HttpRequest = { method: "GET", url: "", headers: [] };
