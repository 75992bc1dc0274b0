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
 * The one table of retries: outcome × reads and writes. Writes are repeated as reads are; where an attempt may have been applied the
 * answer says so (`ambiguous`), and what a repeated write then finds is settled by reading back:
 *
 * | operation, after an ambiguous attempt | answer | means |
 * |---|---|---|
 * | insertEntity | 409 | inserted by the earlier attempt, if the row is equal |
 * | deleteEntity | 404 | deleted by the earlier attempt |
 * | mergeEntity, updateEntity, deleteEntity with an ETag | 412 | applied, if the row is as it was to become |
 * | insertOrMerge, insertOrReplace, with `*` | 204 | the same state |
 * | submitTransaction | 404, 409, 412 | applied as a whole, if its first row is as it was to become |
 * | createTable | 409 | created by the earlier attempt |
 * | deleteTable | 404, 409 TableBeingDeleted | deleted by the earlier attempt |
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
  ["not-sendable", { read: verdict("stop"), write: verdict("stop") }],
  ["unknown", { read: verdict("stop"), write: verdict("stop", "perhaps") }],
]);

/** Every other status is an answer. */
const answer = verdict("stop");

export function judge(outcome: Outcome, readOnly: boolean): Verdict {
  const row = table.get(outcome);
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
  /^(ERR_TLS_|ERR_SSL_|ERR_INVALID_|CERT_|CRL_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|SELF_SIGNED_|UNABLE_TO_|NOT_SENT$|UND_ERR_INVALID_ARG|UND_ERR_CLOSED|UND_ERR_DESTROYED)/;

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
