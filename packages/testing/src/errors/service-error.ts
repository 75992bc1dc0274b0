import { errorTable, type ServiceErrorCode } from "./error-table.js";

/** An answer of the service that is an error: thrown by whatever finds it, rendered in one place. */
export class ServiceError extends Error {
  readonly code: ServiceErrorCode;
  readonly status: number;
  /** Header fields that go with this error, name and value in turn. */
  readonly headers: readonly string[];

  constructor(code: ServiceErrorCode, message?: string, headers: readonly string[] = []) {
    const [status, text] = errorTable[code];
    super(message ?? text);
    this.name = "ServiceError";
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}
