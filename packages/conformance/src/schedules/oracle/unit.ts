import { type BulkOutcome, type HttpRequest, isTableError } from "@tablewright/runtime";
import type { CallResult, WriteSpec } from "../calls/call-spec.js";
import { storedName } from "../calls/order-line-client.js";
import type { Exchange } from "../world/exchange.js";
import { parseWrites, type RequestedWrite } from "../world/parse-writes.js";

/** What a client was told of a write. */
export type Claim =
  | "applied"
  /** A deletion: there is no such row now, whoever deleted it. */
  | "gone"
  /** A deletion: there was no such row. */
  | "absent"
  | "not applied"
  | "unknown";

/** What is applied as a whole or not at all, and has an outcome of its own: a write, a transaction, an item of a bulk. */
export interface Unit {
  /** Of a call, or of an item of a bulk. */
  readonly name: string;
  readonly result: CallResult;
  readonly claim: Claim;
  /** The code of the error, where there was one. */
  readonly code: string | undefined;
  /** The requests that carried it, in their order. Those of a bulk carry other items too. Fences are not among them. */
  readonly requests: readonly Exchange[];
  /** Whether an operation of these requests belongs to the unit. */
  readonly isOwn: (write: RequestedWrite) => boolean;
  /** The ETags that the client was given, in the order of the operations. */
  readonly etags: readonly (string | undefined)[];
}

/** The units of a call; none of a read, nor of a call that is a number of deletions. */
export function unitsOf(result: CallResult, exchanges: readonly Exchange[]): readonly Unit[] {
  const { client, call, spec, settled } = result;
  const requests = writesOf(result, exchanges);
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

/** The requests of a call that write what it was asked to write. */
export function writesOf({ client, call }: CallResult, exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter((each) => each.client === client && each.call === call && !each.isRead && !isFence(each));
}

export function isFence({ isRead, request }: Exchange): boolean {
  return !isRead && isFenceOf(request);
}

/** Whether a request changes nothing but ETags, so that what is still in flight under them is refused. */
function isFenceOf(request: HttpRequest): boolean {
  const writes = parseWrites(request);
  const isKey = (name: string) => /^(Partition|Row)Key$/.test(name);
  const changesNothing = ({ kind, ifMatch, properties }: RequestedWrite) =>
    kind === "merge" && ifMatch !== undefined && Object.keys(properties).every(isKey);
  return writes.length > 0 && writes.every(changesNothing);
}

/** The operations of a unit, in the order in which they were sent. */
export function ownWrites({ requests, isOwn }: Unit): readonly RequestedWrite[] {
  return requests.flatMap(({ request }) => parseWrites(request).filter(isOwn));
}

function isOf({ kind, row, properties }: RequestedWrite, spec: WriteSpec): boolean {
  return (
    kind === spec.op && row === storedName(spec.row) && properties["sku"] === ("sku" in spec ? spec.sku : undefined)
  );
}

/** What an error says of a write. */
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
