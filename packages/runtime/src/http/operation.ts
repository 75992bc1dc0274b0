import type { HttpResponse } from "./http-message.js";

/** A REST call before it has an endpoint: also the content of one part of an entity group transaction. */
export interface OperationRequest<Body = string> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Percent-encoded, begins with `/`, relative to the endpoint: `/Shop(PartitionKey='a',RowKey='b')`. */
  readonly path: string;
  /** Empty, or percent-encoded and beginning with `?`. */
  readonly query: string;
  /** Flat name, value list, without authorization, date and version. */
  readonly headers: readonly string[];
  readonly body?: Body | undefined;
}

/** One operation of the Table service as pure functions: no clock, no network, no credential. */
export interface Operation<Input, Result, Body = string> {
  readonly name: string;
  readonly readOnly: boolean;
  /** The operation exists on the secondary alone. */
  readonly secondaryOnly?: true;
  /** A write goes by what is read: the secondary, which lags behind, is not asked. */
  readonly primaryOnly?: true;
  /** What became of a write depends on this read: it is sent again where its answer cannot be used. */
  readonly retryUnusable?: true;
  /** The read is sent once, whatever its response. */
  readonly once?: true;
  /** Loads what `parse` needs and most applications do not, such as the XML library. Called before the request is sent. */
  prepare?(): Promise<void>;
  /** The request of this input, as data. */
  request(input: Input): OperationRequest<Body>;
  /** Turns an answer into a result; throws a ServiceError for a status that the operation does not expect. */
  parse(response: HttpResponse, input: Input): Result;
  /** The status of the refusal that the result of an answer below 400 holds, where it holds one. */
  refusedStatus?(result: Result): number | undefined;
}
