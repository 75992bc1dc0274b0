import { STATUS_CODES } from "node:http";
import { randomId } from "../auth/random-id.js";
import type { ServiceError } from "../errors/service-error.js";
import { type Call, type Reply, readPreference } from "../operations/call.js";
import { appliedPreference, writeError } from "../operations/write-error.js";

const crlf = "\r\n";
const nosniff = `X-Content-Type-Options: nosniff${crlf}`;
const noCache = `Cache-Control: no-cache${crlf}`;
const entityVersion = `DataServiceVersion: 3.0;${crlf}`;
const bareVersion = `DataServiceVersion: 1.0;${crlf}`;

/** Builds the body of the response to a batch. Collects pieces of text and joins them once, because a transaction has thousands of them. */
export class BatchWriter {
  readonly #texts: string[] = [];
  readonly #newline: string;
  readonly #delimiter: string;
  /** Cache of the beginnings of parts, up to the HTTP status line, by the status of the reply in the part. */
  readonly #beginnings = new Map<number, string>();

  /** @param newline the line break of MIME lines; HTTP lines always end in CR LF */
  constructor(newline: string, isChangeSet: boolean) {
    this.#newline = newline;
    const boundary = `changesetresponse_${randomId()}`;
    this.#delimiter = isChangeSet ? `--${boundary}` : "";
    if (isChangeSet) this.#field("Content-Type", `multipart/mixed; boundary=${boundary}${crlf}`);
  }

  /** Adds the reply to one request of the batch. */
  add(reply: Reply, call: Call, index: number): void {
    const { numbersParts } = call.environment.dialect;
    this.#begin(reply);
    if (!numbersParts) {
      this.#field("Content-ID", call.headers.get("content-id"));
      this.#texts.push(nosniff, noCache);
      this.#field("Preference-Applied", reply.preference);
      const hasEntity = call.target.kind === "entities" || call.method === "GET";
      this.#texts.push(hasEntity ? entityVersion : bareVersion);
    }
    const { headers = [] } = reply;
    for (let at = 0; at < headers.length; at += 2) this.#field(headers[at] as string, headers[at + 1]);
    if (numbersParts) {
      this.#field("Preference-Applied", reply.preference);
      this.#field("Content-ID", String(index + 1));
    }
    this.#end(reply);
  }

  /** Adds the part of an operation that failed, with its error. */
  addError(error: ServiceError, call: Call, requestId: string): void {
    const { dialect, clock } = call.environment;
    const { method, level = "minimalmetadata" } = call;
    const reply = writeError(error, { method, requestId, now: clock.now(), level, acceptsJson: true, dialect });
    this.#begin(reply);
    if (!dialect.numbersParts) {
      this.#field("Content-ID", call.headers.get("content-id"));
      this.#texts.push(nosniff);
      if (error.code !== "TableNotFound") this.#texts.push(noCache);
      this.#field("Preference-Applied", appliedPreference(error, readPreference(call)));
      this.#texts.push(entityVersion);
    }
    this.#end(reply);
  }

  /** Returns the response to the batch, with all parts that were added. */
  reply(): Reply {
    const boundary = `batchresponse_${randomId()}`;
    const end = this.#delimiter === "" ? "" : `${this.#delimiter}--${this.#newline}`;
    return {
      status: 202,
      contentType: `multipart/mixed; boundary=${boundary}`,
      body: `--${boundary}${this.#newline}${this.#texts.join("")}${end}--${boundary}--${crlf}`,
    };
  }

  #begin({ status }: Reply): void {
    const found = this.#beginnings.get(status);
    const beginning = found ?? this.#beginningOf(status);
    if (found === undefined) this.#beginnings.set(status, beginning);
    this.#texts.push(beginning);
  }

  #beginningOf(status: number): string {
    const delimiter = this.#delimiter === "" ? "" : `${this.#delimiter}${this.#newline}`;
    const mime = ["Content-Type: application/http", "Content-Transfer-Encoding: binary", "", ""].join(this.#newline);
    return `${delimiter}${mime}HTTP/1.1 ${status} ${STATUS_CODES[status]}${crlf}`;
  }

  #field(name: string, value: string | undefined): void {
    if (value !== undefined) this.#texts.push(name, ": ", value, crlf);
  }

  #end({ contentType, body = "" }: Reply): void {
    this.#field("Content-Type", contentType);
    this.#texts.push(crlf, body, crlf);
  }
}
