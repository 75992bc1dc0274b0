import { type HttpRequest, type HttpResponse, TableError } from "@tablewright/runtime";
import type { CallResult, CallSpec } from "../../calls/call-spec.js";
import { storedName } from "../../calls/order-line-client.js";
import type { ScheduleRun } from "../../run-schedule.js";
import type { Delivery, Ending, Exchange } from "../../world/exchange.js";
import { Journal, type Version } from "../../world/journal.js";
import type { ClockDifference } from "../../world/service-clock.js";

/** Operation of a request. Contents differ only in `sku`. */
export interface Write {
  readonly kind: "insert" | "insertOrReplace" | "merge" | "delete" | "fence";
  readonly row: string;
  readonly sku?: string;
  /** Name of an ETag; `*` if it is missing. */
  readonly ifMatch?: string;
}

export interface Sent {
  readonly client?: number;
  readonly call?: number;
  /** Write, or several as a batch. Missing for a read of `read`. */
  readonly write?: Write | readonly Write[];
  readonly read?: string;
  readonly at: number;
  /** Each delivery: the time at which the service handled it, and the name of the resulting ETag or the status of a rejection. */
  readonly handled?: readonly (readonly [at: number, result: string | number])[];
  /** Index in `handled` of the delivery whose response the client received. If missing, the connection was lost. */
  readonly heard?: number;
  readonly endedAt?: number;
}

export const minute = 60_000;

export const refusal = new TableError("entity.already-exists", "It is there.");
export const doubt = Object.defineProperty(new TableError("write.outcome-unknown", "Nobody knows."), "outcome", {
  value: "unknown",
});

/** Invented run, built request by request. Only the first call of client 0 has a result. Time begins at 0. */
export class Story {
  readonly #initial: Version[] = [];
  readonly #exchanges: Exchange[] = [];
  readonly #results: CallResult[] = [];
  #clock: ClockDifference = { leastMs: 0, mostMs: 0, offsetMs: () => 0 };
  #dateMs = 0;

  /** Adds a row that exists at the beginning. */
  row(row: string, ageMs: number, etag: string, sku: string = "first"): this {
    const properties = contentOf({ kind: "insert", row, sku });
    this.#initial.push({
      row: storedName(row),
      at: -ageMs,
      order: -1,
      exchange: undefined,
      etag: etagOf(etag),
      properties,
    });
    return this;
  }

  /** Sets how far the service's clock is ahead, and the error of the `Date` of responses. */
  clocks(aheadMs: number, dateMs: number): this {
    this.#clock = { leastMs: aheadMs, mostMs: aheadMs, offsetMs: () => aheadMs };
    this.#dateMs = dateMs;
    return this;
  }

  send({ client = 0, call = 0, write, read, at, handled = [], heard, endedAt = at + 10 }: Sent): this {
    const request = requestOf(write, read);
    const deliveries = handled.map(([time, result]) => this.#delivery(time, result, Array.isArray(write)));
    const delivery = heard === undefined ? undefined : deliveries[heard];
    const ended: Ending = delivery === undefined ? "hidden" : "answered";
    const number = this.#exchanges.length;
    const end = {
      fate: undefined,
      deliveries,
      given: delivery?.response ?? "ECONNRESET",
      heard: delivery,
      endedAt,
      ended,
    };
    this.#exchanges.push({ number, client, call, request, sentAt: at, isRead: write === undefined, ...end });
    return this;
  }

  /** Adds the result of the first call of client 0, and returns the run. */
  told(spec: CallSpec, endedAt: number, settled: CallResult["settled"]): ScheduleRun {
    this.#results.push({ client: 0, call: 0, spec, startedAt: 0, endedAt, settled });
    const journal = new Journal(this.#initial, this.#exchanges);
    return {
      seed: 0,
      program: { mix: "told", rows: [], clients: [[spec]] },
      exchanges: this.#exchanges,
      results: this.#results,
      unsettled: [],
      unhandled: [],
      clock: this.#clock,
      dateOffsets: [this.#dateMs, 0],
      journal,
      stored: journal.final(),
    };
  }

  #delivery(at: number, result: string | number, isBatch: boolean): Delivery {
    const isRefused = typeof result === "number";
    const etag = isRefused ? "" : etagOf(result);
    const response: HttpResponse = isBatch
      ? {
          status: 202,
          headers: [],
          body: new TextEncoder().encode(
            isRefused ? `HTTP/1.1 ${result} No\r\n` : `ETag: ${etag}\r\nETag: ${etag}\r\n`,
          ),
        }
      : { status: isRefused ? result : 204, headers: isRefused ? [] : ["ETag", etag], body: new Uint8Array(0) };
    return { at, order: at, response };
  }
}

/** Formats an ETag as the service does. */
export function etagOf(name: string): string {
  return `W/"datetime'${name}'"`;
}

function requestOf(write: Write | readonly Write[] | undefined, read: string | undefined): HttpRequest {
  if (write === undefined) return { method: "GET", url: `http://host/Shop${addressOf(read ?? "")}`, headers: [] };
  if (!Array.isArray(write)) return single(write as Write);
  const parts = (write as readonly Write[]).map(single).map(({ method, url, headers, body = "" }) => {
    const condition = headers.length > 0 ? `If-Match: ${headers[1]}` : "Prefer: return-no-content";
    return `\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n${method} ${url} HTTP/1.1\r\n${condition}\r\n\r\n${body}\r\n--end`;
  });
  return { method: "POST", url: "http://host/$batch", headers: [], body: parts.join("\r\n") };
}

function single(write: Write): HttpRequest {
  const { kind, row, ifMatch } = write;
  const url = `http://host/Shop${kind === "insert" ? "" : addressOf(row)}`;
  const headers =
    kind === "insert" || kind === "insertOrReplace" ? [] : ["If-Match", ifMatch === undefined ? "*" : etagOf(ifMatch)];
  const method = { insert: "POST", insertOrReplace: "PUT", merge: "PATCH", fence: "PATCH", delete: "DELETE" }[kind];
  if (kind === "delete") return { method, url, headers };
  return { method, url, headers, body: JSON.stringify(kind === "fence" ? {} : contentOf(write)) };
}

function contentOf({ row, sku = "mine" }: Write): Record<string, unknown> {
  const [PartitionKey, RowKey] = storedName(row).split("/");
  return { PartitionKey, RowKey, sku };
}

function addressOf(row: string): string {
  const [PartitionKey = "", RowKey = ""] = storedName(row).split("/");
  return `(PartitionKey='${encodeURIComponent(PartitionKey)}',RowKey='${encodeURIComponent(RowKey)}')`;
}
