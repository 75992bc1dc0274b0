import type { OnMismatch } from "../codec/mismatch.js";
import { type AmbiguousAttempt, isServiceError, ServiceError } from "../errors/call-errors.js";
import type { OptionKinds } from "../errors/check-options.js";
import { isTableError, retraced, TableError } from "../errors/table-error.js";
import { timeLimit } from "../http/cancellation.js";
import { isCutOff, isRejection } from "../http/error-body.js";
import type {
  AbortSignalLike,
  HttpResponse,
  RecoverOptions,
  Recovery,
  RequestContext,
  Transport,
} from "../http/http-message.js";
import type { Limits, ServiceKind } from "../schema/limits.js";
import type { MappedTables } from "../schema/table-names.js";
import { checkSuccess } from "./read-response.js";
import type { RecentWrites } from "./recent-writes.js";

/** Options of every call, passed as its last argument. */
export interface CallOptions {
  /** Signal that aborts the call and frees its socket. The call rejects with `request.aborted`. */
  readonly signal?: AbortSignalLike | undefined;
  /**
   * Maximum time of a request with all its attempts, in milliseconds. After this time the call rejects with `request.timeout`. If a call
   * sends several requests (`modify`, `getMany`, a bulk, a write whose outcome is read back), the limit applies to each. To limit the whole
   * call, pass `AbortSignal.timeout` as `signal`.
   */
  readonly timeoutMs?: number | undefined;
}

export const callOptionKinds: OptionKinds<CallOptions> = { signal: "signal", timeoutMs: timeLimit };

/** Request of a REST operation, without the endpoint's address. An entity group transaction consists of such requests. */
export interface OperationRequest<Body = string> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Percent-encoded path that begins with `/`, relative to the endpoint: `/Shop(PartitionKey='a',RowKey='b')`. */
  readonly path: string;
  /** Percent-encoded query string that begins with `?`; empty if there is none. */
  readonly query: string;
  /** Flat list of names and values, without authorization, date and version. */
  readonly headers: readonly string[];
  readonly body?: Body | undefined;
}

/** REST operation of the Table service as pure functions: no clock, no network, no credential. */
export interface Operation<Input, Result, Body = string> {
  readonly name: string;
  readonly readOnly: boolean;
  /** True if the operation exists only on the secondary. */
  readonly secondaryOnly?: true;
  /** True for a read that decides about a write. It is not sent to the secondary, which lags behind. */
  readonly primaryOnly?: true;
  /** True for a read that is sent once, whatever its response. */
  readonly once?: true;
  /**
   * True for a request that is retried until its time is over, with any number of attempts. If the client has no retries, it is sent once.
   */
  readonly persistent?: true;
  /** Loads dependencies of `parse` that most applications do not need, such as the XML library. Called before the request is sent. */
  prepare?(): Promise<void>;
  /** Returns the request for this input, as data. @param kind the service that receives the request; by default Storage */
  request(input: Input, kind?: ServiceKind): OperationRequest<Body>;
  /** Parses a response. Throws a ServiceError for a status that the operation does not expect. */
  parse(response: HttpResponse, input: Input): Result;
  /** Returns whether a read got the data that it requested. If not, it is sent again. The call returns the last result in any case. */
  isRequested?(result: Result, input: Input): boolean;
  /** Returns the status of an error that is inside of a response below 400; undefined if there is none. */
  rejectedStatus?(result: Result): number | undefined;
}

/**
 * State that a service client shares with the clients that it returns, such as those of tables and entities. All requests go through
 * `send`, behind which are the connection pool, the credential, and policies such as retries.
 */
export interface Connection {
  /** Address of the service, without a trailing slash. May include a path. */
  readonly endpoint: string;
  readonly kind: ServiceKind;
  readonly limits: Limits;
  /** Handler of stored rows that do not fit their definition or their keys. By default such a row is an error. */
  readonly onMismatch?: OnMismatch | undefined;
  /** Client's default time limit of a call, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Option `exactly` for writes if neither the call nor its handle has it. */
  readonly exactly?: "once" | undefined;
  /** Table names of a view from `withTables`; undefined for the client itself. */
  readonly tables?: MappedTables | undefined;
  /** Returns a random number in [0, 1), for the jitter of delays. */
  readonly random: () => number;
  /** Clock that dates requests (`x-ms-date`): the time of this machine, corrected by that of the service. */
  readonly clock: { now(): number };
  /** Last writes of this client. They show earlier ETags of rows, and the time of the service. */
  readonly recentWrites: RecentWrites;
  /** Returns a response without the connection's secrets, which a server may have repeated. An error can then include it. */
  withoutSecrets(response: HttpResponse): HttpResponse;
  /** Returns a message without the connection's secrets, and without parts of them. */
  removeSecrets(message: string): string;
  /** Builds the operation's request, sends it through the policies, and parses the response. */
  send<Input, Result>(operation: SentOperation<Input, Result>, input: Input, options?: SendOptions): Promise<Result>;
}

/** Operation with an optional function that finds out, after a lost response, whether a write was applied. */
export interface SentOperation<Input, Result> extends Operation<Input, Result, string | Uint8Array> {
  /**
   * After an attempt of a write without a usable response, finds out whether the write was applied, and returns its result if it was.
   * Called before the next attempt, and after the last. If it throws an error with `evidence` (proof of the outcome), the call ends with
   * that error.
   */
  recover?(
    connection: Connection,
    input: Input,
    lost: readonly AmbiguousAttempt[],
    options: RecoverOptions,
  ): Promise<Recovered<Result>>;
}

/** Outcome of a write if `recover` did not find it applied: no attempt so far was, or that is unknown. */
export type NotApplied = Exclude<Recovery, "applied">;

/** Result of a write if `recover` found that it was applied; otherwise {@link NotApplied}. */
type Recovered<Result> = { readonly result: Result } | NotApplied;

interface SendOptions extends CallOptions {
  /** Callback that receives status and headers of the response before its body. So paging can already request the next page. */
  readonly onHead?: ((status: number, headers: readonly string[]) => void) | undefined;
}

/**
 * Creates a connection that sends requests through a transport. Operations only build requests and parse responses, so `send` is the one
 * place that transmits anything.
 */
export function createConnection(transport: Transport, facts: Omit<Connection, "send">): Connection {
  const { endpoint } = facts;
  const connection: Connection = {
    ...facts,
    async send(operation, input, options) {
      if (operation.prepare !== undefined) await operation.prepare();
      const { method, path, query, headers, body } = operation.request(input, connection.kind);
      const context = new OperationCall(operation, input, options?.timeoutMs, connection);
      const response = await transport({
        method,
        url: endpoint + path + query,
        headers: operation.primaryOnly ? [...headers, ...pastCaches] : headers,
        body,
        signal: options?.signal,
        context,
        onHead: options?.onHead,
      });
      return context.resultOf(response);
    },
  };
  return connection;
}

/** Header of a read that decides about a write: no cache on the way may respond with an older version of the row. */
const pastCaches = ["Cache-Control", "no-cache"] as const;

/**
 * One call of an operation, as the request pipeline sees it. When the pipeline asks for the outcome, the call parses the response, so that
 * it can still be retried if the response is unusable. It keeps the result, so that it parses each response only once.
 */
class OperationCall<Input, Result> implements RequestContext {
  readonly operation: string;
  readonly table: string | undefined;
  readonly readOnly: boolean;
  readonly timeoutMs: number | undefined;
  readonly secondaryOnly: true | undefined;
  readonly primaryOnly: true | undefined;
  readonly once: true | undefined;
  readonly persistent: true | undefined;
  readonly #operation: SentOperation<Input, Result>;
  readonly #input: Input;
  readonly #connection: Connection;
  /** Response from which the result was parsed. After several attempts, the call may end with another response. */
  #parsed: HttpResponse | undefined;
  #isRecovered = false;
  #result: Result | undefined;

  constructor(
    operation: SentOperation<Input, Result>,
    input: Input,
    timeoutMs: number | undefined,
    connection: Connection,
  ) {
    this.operation = operation.name;
    this.table = (input as { readonly table?: string }).table;
    this.readOnly = operation.readOnly;
    this.timeoutMs = timeoutMs;
    this.secondaryOnly = operation.secondaryOnly;
    this.primaryOnly = operation.primaryOnly;
    this.once = operation.once;
    this.persistent = operation.persistent;
    this.#operation = operation;
    this.#input = input;
    this.#connection = connection;
  }

  outcomeOf(response: HttpResponse): number | "unusable-response" {
    try {
      const result = this.#parse(response);
      const refused = this.#operation.rejectedStatus?.(result);
      if (refused !== undefined) return refused;
      this.#result = result;
      this.#parsed = response;
      return this.#operation.isRequested?.(result, this.#input) === false ? "unusable-response" : response.status;
    } catch (error) {
      return this.readOnly && !isOtherResponse(error, response) ? response.status : "unusable-response";
    }
  }

  /**
   * Asks the operation whether an attempt without a usable response was applied. If that is unknown, the call is retried. If the operation
   * throws an error with `evidence` (proof of the outcome), the call ends with that error, because a retry would be pointless.
   */
  async recover(lost: readonly AmbiguousAttempt[], options: RecoverOptions): Promise<Recovery> {
    if (this.#operation.recover === undefined) return "unknown";
    try {
      const recovered = await this.#operation.recover(this.#connection, this.#input, lost, options);
      if (typeof recovered === "string") return recovered;
      this.#result = recovered.result;
      this.#isRecovered = true;
      return "applied";
    } catch (error) {
      if (isServiceError(error) && error.evidence !== undefined) throw error;
      return "unknown";
    }
  }

  /**
   * Returns the result of the call. If the response cannot be parsed, parses it again without its secrets, so that the error contains none.
   * @throws ServiceError `response.malformed` for a response that cannot be used; its `ambiguous` is true if the call is a write
   */
  resultOf(response: HttpResponse): Result {
    if (this.#isRecovered || isSame(response, this.#parsed)) return this.#result as Result;
    try {
      return this.#parse(response);
    } catch (error) {
      throw retraced(this.#errorOf(error, this.#connection.withoutSecrets(response)), this.resultOf);
    }
  }

  #parse(response: HttpResponse): Result {
    // Parses the body first, and then checks the headers. A problem in the body, such as a proxy's web page, explains more than a missing
    // header.
    const result = this.#operation.parse(response, this.#input);
    checkSuccess(response, this.#connection.kind, this.readOnly);
    return result;
  }

  /** Returns the error to throw for a response that cannot be used. @param response the response, with its secrets removed */
  #errorOf(thrown: unknown, response: HttpResponse): unknown {
    const error = this.#withoutSecretsOf(thrown, response);
    const isRefusal = response.status >= 500 || (response.status >= 400 && isRejection(response));
    if (isRefusal || !isTableError(error)) return error;
    return this.readOnly && error.code !== "response.malformed" ? error : this.#unusable(response, error);
  }

  /**
   * Parses the response again without its secrets, and returns the error of that. If text that only looks like a secret, such as bytes, was
   * removed, this may be another error than `thrown`. Then it returns `thrown`, with the secrets removed from its message.
   */
  #withoutSecretsOf(thrown: unknown, response: HttpResponse): unknown {
    try {
      this.#parse(response);
    } catch (error) {
      const isOfValue = isTableError(thrown) && !isServiceError(thrown);
      if (!isOfValue || (isTableError(error) && error.message === thrown.message)) return error;
    }
    if (!isTableError(thrown)) return thrown;
    const { code, message, entity, property } = thrown;
    return new TableError(code, this.#connection.removeSecrets(message), { entity, property });
  }

  #unusable({ status, attempts, ambiguousAttempts }: HttpResponse, error: TableError): ServiceError {
    const { operation, table, readOnly } = this;
    const { serviceCode, requestId } = isServiceError(error) ? error : {};
    const subject = readOnly ? "" : "The response to the write cannot be used: ";
    const last = attempts === undefined ? "" : ` It is the response to the last of ${attempts} attempts.`;
    return new ServiceError("response.malformed", `${subject}${error.message}${last}`, {
      ...{ status, serviceCode, requestId, operation, table, attempts, ambiguousAttempts },
      cause: error.cause,
    });
  }
}

/**
 * Returns whether a read failed because its response belongs to another request or is incomplete. False for an error of the service, and
 * for values that do not fit the definition.
 */
function isOtherResponse(error: unknown, response: HttpResponse): boolean {
  if (isTableError(error, "response.malformed") || isTableError(error, "decode.key-mismatch")) return true;
  return isServiceError(error) && error.serviceCode === undefined && isCutOff(response);
}

/**
 * Returns whether two objects are the same response. They may be two objects, because the retry policy makes a copy with the number of
 * attempts.
 */
function isSame(response: HttpResponse, parsed: HttpResponse | undefined): boolean {
  return parsed !== undefined && response.headers === parsed.headers && response.body === parsed.body;
}
