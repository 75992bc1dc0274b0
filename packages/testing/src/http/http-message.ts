import { ServiceError } from "../errors/service-error.js";

/** The part of an `AbortSignal` that a transport needs. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  /** Works as in an `AbortSignal`. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Works as in an `AbortSignal`. */
  removeEventListener?(type: "abort", listener: () => void): void;
}

/** A request as plain data, from any kind of transport. Headers alternate name and value. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignalLike | undefined;
}

/** A response as plain data. Headers alternate name and value. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** Sends a request and resolves with its response. Rejects if no response arrives. */
export interface Transport {
  (request: HttpRequest): Promise<HttpResponse>;
  /** Called when the client is closed. */
  close?(): Promise<void>;
}

/** Header fields by lower-case name. Only the first value of a repeated field is kept. */
export type HeaderFields = ReadonlyMap<string, string>;

export function headerFields(pairs: readonly string[]): HeaderFields {
  const fields = new Map<string, string>();
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const name = (pairs[at] as string).toLowerCase();
    if (!fields.has(name)) fields.set(name, pairs[at + 1] as string);
  }
  return fields;
}

/** Returns the body of a request as text. Rejects the request if the body or its `Content-Length` exceeds the limit in bytes. */
export function bodyText(request: HttpRequest, headers: HeaderFields, limit: number): string {
  if (Number(headers.get("content-length")) > limit) throw new ServiceError("RequestBodyTooLarge");
  const { body = "" } = request;
  const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
  if (bytes > limit) throw new ServiceError("RequestBodyTooLarge");
  return textOf(request);
}

/** Returns the body of a request as text, whatever its size. */
export function textOf({ body = "" }: HttpRequest): string {
  return typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
}
