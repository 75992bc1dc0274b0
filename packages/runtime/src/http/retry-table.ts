/** Outcome of an attempt: the status of its response, or the reason why there is no usable response. */
export type Outcome = number | FailureKind;

/** Reason why there is no usable response. */
export type FailureKind =
  /** The request was not sent: connection refused, host unreachable, unknown name, no connection in time. */
  | "not-connected"
  /** The connection broke, or the response was not HTTP, after the service may have read the request. */
  | "connection-lost"
  /** The time limit of one attempt ran out. */
  | "attempt-timeout"
  /**
   * A response that the service did not send, or that does not belong to this request: a proxy's page, a redirect, JSON that breaks off, no
   * ETag, a row that a read did not request. A value that does not fit its definition is not such a case.
   */
  | "unusable-response"
  /** A refusal of the service whose JSON breaks off, so that its code is lost. The request was not applied. */
  | "cut-off-refusal"
  /** The request could not be sent, and another attempt would not help: untrusted certificate, invalid header. */
  | "not-sendable"
  /** Anything else that a transport throws. */
  | "unknown";

/** Consequences of an attempt's outcome: whether to retry, and whether a write may have been applied. */
interface RetryRule {
  readonly retry: boolean;
  /** True if the service may have applied the write that was sent. */
  readonly mayHaveApplied: boolean;
}

/**
 * Rules for retries, by the outcome of the last attempt. Reads and writes are retried after the same outcomes.
 *
 * An attempt that the service may have applied is ambiguous. The response lists it in `ambiguousAttempts`. The client reads the rows back
 * immediately, and again if a later attempt is rejected. It reports success if the rows have the contents that the write stores, and an
 * error only with proof that no attempt was applied. Otherwise it reports `write.outcome-unknown`. Words in the table:
 *
 * - "own": the row has the contents that the write stores, no read right after the attempt showed other contents, and its Timestamp may be
 *   within the attempt.
 * - "fenced": the row still had the ETag that was sent, and the client has replaced that ETag, so that nothing in flight can be applied.
 * - "old": the row was written 15 minutes or more before the first attempt, by every clock that the client knows (see `AttemptClock`).
 *
 * | operation, after an ambiguous attempt | response | success if | error if | otherwise |
 * |---|---|---|---|---|
 * | insertEntity | 409 | the row is own | the row is old | unknown |
 * | mergeEntity, updateEntity | 412 | the row is own | the row is old or fenced | unknown |
 * | mergeEntity, updateEntity | 404 EntityNotFound | | | unknown: another may have deleted it |
 * | deleteEntity | 404, 412 | the row is missing, whoever deleted it | the row is old or fenced | unknown |
 * | insertOrMerge, insertOrReplace, mergeEntity or updateEntity with `*` | 204 | always: the same state | | |
 * | submitTransaction | 404, 409, 412 | every row is own, or missing as intended | a row is fenced, or old and none is own | unknown |
 * | createTable | 409 TableAlreadyExists | always: the table is there, whoever created it | | |
 * | deleteTable | 404, 409 TableBeingDeleted | always: the table is missing, whoever deleted it | | |
 * | setAccessPolicies, setServiceProperties | 202, 204 | always: the same state | | |
 * | any on rows | 404 TableNotFound | | | unknown: another may have deleted it |
 *
 * @see https://learn.microsoft.com/rest/api/storageservices/table-service-error-codes
 */
const writeRules: ReadonlyMap<Outcome, RetryRule> = new Map<Outcome, RetryRule>([
  [408, rule("retry", "perhaps")],
  [429, rule("retry")],
  [500, rule("retry", "perhaps")],
  [502, rule("retry", "perhaps")],
  [503, rule("retry", "perhaps")],
  [504, rule("retry", "perhaps")],
  ["not-connected", rule("retry")],
  ["connection-lost", rule("retry", "perhaps")],
  ["attempt-timeout", rule("retry", "perhaps")],
  ["unusable-response", rule("retry", "perhaps")],
  ["cut-off-refusal", rule("retry")],
  ["not-sendable", rule("stop")],
  ["unknown", rule("stop", "perhaps")],
]);

/**
 * Highest status that the service itself sends. Higher ones come from a server in between, such as 520 to 530 from a content delivery
 * network.
 */
const lastServiceStatus = 505;

/** Rule for every status that is not in the table: it is the service's final response. */
const final = rule("stop");

export function retryRule(outcome: Outcome, readOnly: boolean): RetryRule {
  const isForeign = typeof outcome === "number" && outcome > lastServiceStatus;
  const rule = writeRules.get(isForeign ? "unusable-response" : outcome) ?? final;
  return readOnly ? { retry: rule.retry, mayHaveApplied: false } : rule;
}

const notConnected: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  // Code of undici for a proxy that rejected the tunnel.
  "UND_ERR_ABORTED",
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
  /^(ERR_TLS_|ERR_SSL_|ERR_INVALID_|CERT_|CRL_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|ERR_PROXY_|SELF_SIGNED_|UNABLE_TO_|UND_ERR_INVALID_ARG|UND_ERR_CLOSED|UND_ERR_DESTROYED)/;

/** Classifies an error that a transport threw, by the code of the error or of its cause. */
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
    // undici has no code for some errors of its HTTP parser.
    if (name === "HTTPParserError") return "HPE_UNKNOWN";
    at = cause;
  }
  return "";
}

function rule(next: "retry" | "stop", applied: "no" | "perhaps" = "no"): RetryRule {
  return { retry: next === "retry", mayHaveApplied: applied === "perhaps" };
}
