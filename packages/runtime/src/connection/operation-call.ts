import type { AmbiguousAttempt } from "../errors/request-error.js";
import { isServiceError, ServiceError } from "../errors/service-error.js";
import { isTableError, TableError } from "../errors/table-error.js";
import type { HttpResponse, RecoverOptions, Recovery, RequestContext } from "../http/http-message.js";
import { isFromService } from "../odata/error-body.js";
import { checkSuccess } from "../response/write-response.js";
import type { Connection, SentOperation } from "./connection.js";

/**
 * One call of an operation, as the pipeline knows it. The response to a write is parsed while the write can still be sent
 * again: one that cannot be used says as little of what became of the write as none at all.
 */
export class OperationCall<Input, Result> implements RequestContext {
  readonly operation: string;
  readonly table: string | undefined;
  readonly readOnly: boolean;
  readonly timeoutMs: number | undefined;
  readonly secondaryOnly: true | undefined;
  readonly primaryOnly: true | undefined;
  readonly retryUnusable: true | undefined;
  readonly once: true | undefined;
  readonly #operation: SentOperation<Input, Result>;
  readonly #input: Input;
  readonly #connection: Connection;
  #isParsed = false;
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
    this.retryUnusable = operation.retryUnusable;
    this.once = operation.once;
    this.#operation = operation;
    this.#input = input;
    this.#connection = connection;
  }

  outcomeOf(response: HttpResponse): number | "unusable-response" {
    try {
      const result = this.#parse(response);
      const refused = this.#operation.refusedStatus?.(result);
      if (refused !== undefined) return refused;
      this.#result = result;
      this.#isParsed = true;
      return response.status;
    } catch {
      return "unusable-response";
    }
  }

  /** A failure to find out ends no call: it is sent again. */
  async recover(lost: readonly AmbiguousAttempt[], options: RecoverOptions): Promise<Recovery> {
    if (this.#operation.recover === undefined) return "unknown";
    try {
      const recovered = await this.#operation.recover(this.#connection, this.#input, lost, options);
      if (recovered === undefined) return "ruled-out";
      this.#result = recovered.result;
      this.#isParsed = true;
      return "applied";
    } catch {
      return "unknown";
    }
  }

  /**
   * A response that cannot be read is read again without secrets, for an error without them.
   * @throws ServiceError `response.malformed`, ambiguous, for a response to a write that cannot be used
   */
  resultOf(response: HttpResponse): Result {
    if (this.#isParsed) return this.#result as Result;
    try {
      return this.#parse(response);
    } catch (error) {
      throw this.#errorOf(error, this.#connection.withoutSecrets(response));
    }
  }

  #parse(response: HttpResponse): Result {
    if (!this.readOnly) checkSuccess(response, this.#connection.kind);
    return this.#operation.parse(response, this.#input);
  }

  /** @param response without secrets */
  #errorOf(thrown: unknown, response: HttpResponse): unknown {
    const error = this.#withoutSecretsOf(thrown, response);
    const isRefusal = response.status >= 500 || (response.status >= 400 && isFromService(response));
    if (this.readOnly || isRefusal || !isTableError(error)) return error;
    return this.#unusable(response, error.message, isServiceError(error) ? error : undefined);
  }

  /**
   * The error as a response without secrets has it. Values that only look like secrets are removed too, such as bytes: where that makes
   * another error of it, the first one tells what is wrong.
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

  #unusable({ status, attempts, ambiguousAttempts }: HttpResponse, reason: string, cause: ServiceError | undefined) {
    const { operation, table } = this;
    const { serviceCode, requestId } = cause ?? {};
    const details = { status, serviceCode, requestId, operation, table, attempts, ambiguousAttempts };
    const message = `The write may have been applied, but its response cannot be used. ${reason}`;
    return new ServiceError("response.malformed", message, details);
  }
}
