import type { ServiceKind } from "../schema/limits.js";
import type { HttpResponse } from "./http-message.js";

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
