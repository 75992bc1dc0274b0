import { ServiceError } from "../errors/service-error.js";

/** What an `AbortSignal` offers and a transport needs. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  /** As that of an `AbortSignal`. */
  addEventListener(type: "abort", listener: () => void): void;
  /** As that of an `AbortSignal`. */
  removeEventListener?(type: "abort", listener: () => void): void;
}

/** One request as plain data, however it arrived. Headers alternate name and value. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignalLike | undefined;
}

/** One response as plain data. Headers alternate name and value. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** Sends a request and resolves with its response; rejects if there is none. */
export interface Transport {
  (request: HttpRequest): Promise<HttpResponse>;
  /** Called when the client is closed. */
  close?(): Promise<void>;
}

/** Header fields by lower-case name; of a repeated field, the first counts. */
export type HeaderFields = ReadonlyMap<string, string>;

export function headerFields(pairs: readonly string[]): HeaderFields {
  const fields = new Map<string, string>();
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const name = (pairs[at] as string).toLowerCase();
    if (!fields.has(name)) fields.set(name, pairs[at + 1] as string);
  }
  return fields;
}

/** The text of a body, refused where it has more bytes than the limit, or is said to have by its `Content-Length`. */
export function bodyText(request: HttpRequest, headers: HeaderFields, limit: number): string {
  if (Number(headers.get("content-length")) > limit) throw new ServiceError("RequestBodyTooLarge");
  const { body } = request;
  if (body === undefined) return "";
  const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
  if (bytes > limit) throw new ServiceError("RequestBodyTooLarge");
  return typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
}
