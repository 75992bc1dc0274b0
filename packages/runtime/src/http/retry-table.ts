/** What one attempt came to. */
export type Outcome = number | FailureKind;

/** Why no answer came. */
export type FailureKind =
  /** The request never left: refused, unreachable, no such name, no connection in time. */
  | "not-connected"
  /** The connection broke, or the answer was no HTTP, after the request may have been read. */
  | "connection-lost"
  /** The limit of one attempt ran out. */
  | "attempt-timeout"
  /** An answer below 400 that does not hold what the write has to be answered with: a proxy's page, a redirect, no ETag. */
  | "unusable-answer"
  /** The request could not be sent, and another attempt cannot mend it: certificate refused, invalid header. */
  | "not-sendable"
  /** Anything else that a transport may throw. */
  | "unknown";

/** What follows an attempt. */
export interface Verdict {
  readonly retry: boolean;
  /** Whether the service may have applied a write. */
  readonly mayHaveApplied: boolean;
}

/**
 * The one table of retries: outcome × reads and writes. Writes are repeated as reads are. An attempt that the service may have
 * applied is ambiguous: the answer names it (`ambiguousAttempts`), and what a refusal of a later attempt means is resolved by
 * reading back. Success needs evidence that nothing contradicts, an error proof; anything else is `write.outcome-unknown`.
 * "Own" is a row that is as it was to become and whose Timestamp lies within an ambiguous attempt; "older" one that was written
 * before the first attempt, or whose ETag is the one that was sent.
 *
 * | operation, after an ambiguous attempt | answer | success | error | else |
 * |---|---|---|---|---|
 * | insertEntity | 409 | the row is own | the row is older | unknown |
 * | mergeEntity, updateEntity | 412 | the row is own | the row is older | unknown |
 * | mergeEntity, updateEntity | 404 EntityNotFound | | | unknown: another may have deleted it |
 * | deleteEntity | 404, 412 | the row is gone, whoever deleted it | the row is older | unknown |
 * | insertOrMerge, insertOrReplace, with `*` | 204 | always: the same state | | |
 * | submitTransaction | 404, 409, 412 | a row is own, the others agree; or all were deletes and are gone | a row is older | unknown |
 * | createTable | 409 TableAlreadyExists | always: the table is there, whoever created it | | |
 * | deleteTable | 404, 409 TableBeingDeleted | always: the table is gone, whoever deleted it | | |
 * | setAccessPolicies, setServiceProperties | 202, 204 | always: the same state | | |
 * | any on rows | 404 TableNotFound | | always | |
 *
 * @see https://learn.microsoft.com/rest/api/storageservices/table-service-error-codes
 */
const table: ReadonlyMap<Outcome, { readonly read: Verdict; readonly write: Verdict }> = new Map<
  Outcome,
  { readonly read: Verdict; readonly write: Verdict }
>([
  [408, { read: verdict("retry"), write: verdict("retry", "perhaps") }],
  [429, { read: verdict("retry"), write: verdict("retry") }],
  [500, { read: verdict("retry"), write: verdict("retry", "perhaps") }],
  [502, { read: verdict("retry"), write: verdict("retry", "perhaps") }],
  [503, { read: verdict("retry"), write: verdict("retry", "perhaps") }],
  [504, { read: verdict("retry"), write: verdict("retry", "perhaps") }],
  ["not-connected", { read: verdict("retry"), write: verdict("retry") }],
  ["connection-lost", { read: verdict("retry"), write: verdict("retry", "perhaps") }],
  ["attempt-timeout", { read: verdict("retry"), write: verdict("retry", "perhaps") }],
  ["unusable-answer", { read: verdict("stop"), write: verdict("retry", "perhaps") }],
  ["not-sendable", { read: verdict("stop"), write: verdict("stop") }],
  ["unknown", { read: verdict("stop"), write: verdict("stop", "perhaps") }],
]);

/** What is above comes from something on the way, such as 520 to 530 of a content delivery network. */
const lastServiceStatus = 505;

/** Every other status is an answer. */
const answer = verdict("stop");

export function judge(outcome: Outcome, readOnly: boolean): Verdict {
  const row = table.get(typeof outcome === "number" && outcome > lastServiceStatus ? "unusable-answer" : outcome);
  return row === undefined ? answer : readOnly ? row.read : row.write;
}

const notConnected: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const connectionLost: ReadonlySet<string> = new Set([
  "ECONNABORTED",
  "ECONNRESET",
  "EPIPE",
  "ESOCKETTIMEDOUT",
  "ETIMEDOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "UND_ERR_SOCKET",
]);

const notSendable =
  /^(ERR_TLS_|ERR_SSL_|ERR_INVALID_|CERT_|CRL_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|SELF_SIGNED_|UNABLE_TO_|UND_ERR_INVALID_ARG|UND_ERR_CLOSED|UND_ERR_DESTROYED)/;

/** Which kind of failure an error of a transport is, by its code. */
export function failureKind(error: unknown): FailureKind {
  const code = codeOf(error);
  if (notConnected.has(code)) return "not-connected";
  if (connectionLost.has(code) || code.startsWith("HPE_")) return "connection-lost";
  return notSendable.test(code) ? "not-sendable" : "unknown";
}

function codeOf(error: unknown): string {
  for (let at = error, depth = 0; depth < 4 && typeof at === "object" && at !== null; depth++) {
    const { code, name, cause } = at as { readonly code?: unknown; readonly name?: unknown; readonly cause?: unknown };
    if (typeof code === "string") return code;
    // undici means to give it a code, and looks that up in a table that has none.
    if (name === "HTTPParserError") return "HPE_UNKNOWN";
    at = cause;
  }
  return "";
}

function verdict(next: "retry" | "stop", applied: "no" | "perhaps" = "no"): Verdict {
  return { retry: next === "retry", mayHaveApplied: applied === "perhaps" };
}
