import { type BulkOutcome, isTableError } from "@tablewright/runtime";
import type { CallResult, WriteSpec } from "../calls/call-spec.js";
import { storedName } from "../calls/order-line-client.js";
import type { Exchange } from "../world/exchange.js";
import { parseWrites, type RequestedWrite } from "../world/parse-writes.js";

/** Result of a write as its client received it. */
export type Claim =
  | "applied"
  /** Deletion after which the row does not exist, whoever deleted it. */
  | "gone"
  /** Deletion of a row that did not exist. */
  | "absent"
  | "not applied"
  | "unknown";

/** Writes that are applied as a whole or not at all, with one outcome: a write, a transaction, an item of a bulk. */
export interface Unit {
  /** Name of a call, or of an item of a bulk. */
  readonly name: string;
  readonly result: CallResult;
  readonly claim: Claim;
  /** Code of the error, if there was one. */
  readonly code: string | undefined;
  /** Requests that contain these writes, in their order. Those of a bulk contain other items too. Excludes fences (see {@link isFence}). */
  readonly requests: readonly Exchange[];
  /** Returns whether an operation of these requests is one of these writes, rather than a write of another item of a bulk. */
  readonly isOwn: (write: RequestedWrite) => boolean;
  /** ETags that the client received, in the order of the operations. */
  readonly etags: readonly (string | undefined)[];
}

/** Returns each write of a call that has an outcome of its own; none for a read, nor for a call that makes several deletions. */
export function buildUnits(result: CallResult, exchanges: readonly Exchange[]): readonly Unit[] {
  const { client, call, spec, settled } = result;
  const requests = findWrites(result, exchanges);
  const name = `${client}.${call}`;
  switch (spec.op) {
    case "query":
    case "getMany":
    case "deleteWhere":
    case "deletePartition":
      return [];
    case "bulk": {
      const outcomes = "value" in settled ? (settled.value as readonly BulkOutcome<unknown>[]) : [];
      return outcomes.map((outcome) => itemUnit(name, result, outcome, spec.writes, requests));
    }
    default: {
      const claim = "error" in settled ? claimOf(settled.error) : settled.value === false ? "absent" : "applied";
      const code = "error" in settled ? codeOf(settled.error) : undefined;
      return [{ name, result, claim, code, requests, isOwn: () => true, etags: etagsOf(settled) }];
    }
  }
}

function itemUnit(
  name: string,
  result: CallResult,
  outcome: BulkOutcome<unknown>,
  writes: readonly WriteSpec[],
  requests: readonly Exchange[],
): Unit {
  const spec = writes[outcome.index];
  const isOwn = (write: RequestedWrite) => spec !== undefined && isOf(write, spec);
  const claim = outcome.ok ? (spec?.op === "delete" ? "gone" : "applied") : claimOf(outcome.error);
  return {
    name: `${name} item ${outcome.index}`,
    result,
    claim,
    code: outcome.ok ? undefined : outcome.error.code,
    requests: requests.filter(({ request }) => parseWrites(request).some(isOwn)),
    isOwn,
    etags: outcome.ok && spec?.op !== "delete" ? [outcome.$etag] : [],
  };
}

/** Returns the requests of a call that write, without its fences (see {@link isFence}). */
export function findWrites({ client, call }: CallResult, exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter((each) => each.client === client && each.call === call && !each.isRead && !isFence(each));
}

/**
 * Returns whether a request is a fence: it changes only ETags, so that the service rejects earlier requests that are still in flight and
 * have the former ETags as a condition.
 */
export function isFence({ request }: Pick<Exchange, "request">): boolean {
  const writes = parseWrites(request);
  const isKey = (name: string) => /^(Partition|Row)Key$/.test(name);
  const changesNothing = ({ kind, ifMatch, properties }: RequestedWrite) =>
    kind === "merge" && ifMatch !== undefined && Object.keys(properties).every(isKey);
  return writes.length > 0 && writes.every(changesNothing);
}

/** Returns the operations with which a call sent these writes, in the order in which they were sent, with repetitions. */
export function ownWrites({ requests, isOwn }: Unit): readonly RequestedWrite[] {
  return requests.flatMap(({ request }) => parseWrites(request).filter(isOwn));
}

function isOf({ kind, row, properties }: RequestedWrite, spec: WriteSpec): boolean {
  return (
    kind === spec.op && row === storedName(spec.row) && properties["sku"] === ("sku" in spec ? spec.sku : undefined)
  );
}

/** Returns the outcome that an error reports for a write. */
function claimOf(error: unknown): Claim {
  return (error as { readonly outcome?: unknown }).outcome === "unknown" ? "unknown" : "not applied";
}

function codeOf(error: unknown): string | undefined {
  return isTableError(error) ? error.code : undefined;
}

function etagsOf(settled: CallResult["settled"]): (string | undefined)[] {
  if ("error" in settled || typeof settled.value !== "object" || settled.value === null) return [];
  const results = Array.isArray(settled.value) ? settled.value : [settled.value];
  return results.map((result: { readonly $etag?: string }) => result.$etag);
}

/** Returns whether an ETag is the one that no row has. A write returns it if its own ETag cannot be known. */
export function isNoRows(etag: string | undefined): boolean {
  return etag?.includes("'0001-01-01T") === true;
}
