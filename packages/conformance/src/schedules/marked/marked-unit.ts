import type { Delivery, Exchange } from "../world/exchange.js";
import { findApplied } from "../world/journal.js";
import { parseWrites, type RequestedWrite, rowOf } from "../world/parse-writes.js";
import { countOf } from "./marked-client.js";
import type { MarkedResult, MarkedRun } from "./run-marked.js";

/** Request of a call, and the arrival of it at the service that applied its writes. */
export interface Application {
  readonly exchange: Exchange;
  readonly delivery: Delivery;
}

/** One result that a client received, with all requests of its call. */
export class MarkedUnit {
  readonly run: MarkedRun;
  readonly result: MarkedResult;
  /** Requests of the call, in the order in which they were sent. */
  readonly exchanges: readonly Exchange[];
  /** Requests that contain values of the call. */
  readonly attempts: readonly Exchange[];

  constructor(run: MarkedRun, result: MarkedResult) {
    this.run = run;
    this.result = result;
    this.exchanges = run.exchanges.filter(({ client, call }) => client === result.client && call === result.call);
    this.attempts = this.exchanges.filter(({ request }) => parseWrites(request).some((write) => this.#isOwn(write)));
  }

  /** Deliveries that applied the call's writes, in the order of the service. */
  get applications(): readonly Application[] {
    return this.attempts
      .flatMap((exchange) => findApplied(exchange).map((delivery) => ({ exchange, delivery })))
      .sort((a, b) => a.delivery.order - b.delivery.order);
  }

  /** True if the call writes the same values whatever the row contains. Then a later attempt can be applied although an earlier one was. */
  get isSet(): boolean {
    const { op } = this.result.spec;
    return op === "set" || op === "replace" || op === "bulk";
  }

  /** Returns the first response to a read of a row that arrived after this position in the service's order. */
  readAfter(row: string, order: number): Delivery | undefined {
    return this.#reads(row).find((read) => read.order > order);
  }

  lastRead(row: string): Delivery | undefined {
    return this.#reads(row).at(-1);
  }

  #reads(row: string): Delivery[] {
    return this.exchanges.flatMap(({ isRead, ended, heard, request }) =>
      isRead && ended === "answered" && heard !== undefined && rowOf(request.url) === row ? [heard] : [],
    );
  }

  /** Returns whether a write contains values of the call. A fence, which only keeps late attempts from being applied, contains none. */
  #isOwn({ kind, properties }: RequestedWrite): boolean {
    const { tag, spec } = this.result;
    if (spec.op === "delete") return kind === "delete";
    return properties["owner"] === tag || properties["count"] === String(countOf(tag));
  }
}
