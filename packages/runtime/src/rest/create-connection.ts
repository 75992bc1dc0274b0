import type { AmbiguousAttempt } from "../errors/request-error.js";
import { isServiceError, ServiceError } from "../errors/service-error.js";
import { isTableError, retraced, TableError } from "../errors/table-error.js";
import { isCutOff, isRejection } from "../http/error-body.js";
import type { HttpResponse, RecoverOptions, Recovery, RequestContext, Transport } from "../http/http-message.js";
import type { Connection, SentOperation } from "./connection.js";
import { checkSuccess } from "./read-response.js";

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
