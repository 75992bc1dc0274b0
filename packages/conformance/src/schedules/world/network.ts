import type { HttpRequest, HttpResponse } from "@tablewright/runtime";
import type { Delivery, Ending, Exchange } from "./exchange.js";
import { determineEnding, type Fate, fates } from "./fates.js";
import { type DateOffsets, redate } from "./response-dates.js";
import type { VirtualTime } from "./virtual-time.js";

export interface NetworkOptions {
  readonly time: VirtualTime;
  readonly random: () => number;
  /** Delivers a request to the service, which handles it immediately. */
  readonly deliver: (request: HttpRequest) => HttpResponse;
  /** Share of requests that fail. */
  readonly faultRate: number;
  /** Share of requests that are delayed, so that others overtake them. Half that share of responses is delayed too. */
  readonly delayRate: number;
  /** Share of writes that are delivered twice; none by default. */
  readonly copyRate?: number;
  /** Errors of the `Date` of responses; none by default. */
  readonly dateOffsets?: DateOffsets;
  /**
   * Maximum time that a request stays in transit after its client has stopped waiting, in milliseconds; by default until all clients end.
   */
  readonly maxHoldMs?: number | undefined;
  /**
   * Fates of requests, by number: the name of a fate, or `answered`. The prefix `a copy first; ` or `a copy later; ` delivers the request
   * twice. The seed decides about the other requests.
   */
  readonly script?: ReadonlyMap<number, string>;
}

/** Request that is in transit, or whose client waits for the response. */
interface InFlight {
  readonly exchange: Exchange;
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (error: Error) => void;
  /** True if the request will be delivered but nobody receives the response: a copy, or a request that is held until the end. */
  readonly isCopy: boolean;
  /** Earliest time at which the network delivers the request or its response. */
  due: number;
  isDelayed: boolean;
  isCopied: boolean;
  /** Result that the client will receive once it is due. */
  given: { readonly result: HttpResponse | string; readonly delivery: Delivery | undefined } | undefined;
}

/** Maximum delay of a request or response in milliseconds. A copy, and a request that is held until the end, can take longer. */
const maxDelayMs = 8_000;

/** Maximum delay of some copies, in milliseconds. */
const longHoldMs = 40_000;

const noResponse: HttpResponse = { status: 0, headers: [], body: new Uint8Array(0) };

/** Network between clients and service: the requests in flight, and the fate of each. */
export class Network {
  readonly exchanges: Exchange[] = [];
  readonly #options: NetworkOptions;
  readonly #time: VirtualTime;
  readonly #inFlight: InFlight[] = [];
  #delivered = 0;

  constructor(options: NetworkOptions) {
    this.#options = options;
    this.#time = options.time;
  }

  get isEmpty(): boolean {
    return this.#inFlight.length === 0;
  }

  /** Returns the time at which the next delayed request is due. */
  get nextDue(): number {
    return Math.min(...this.#inFlight.map(({ due }) => due));
  }

  /** Returns whether a client waits for a response. */
  isAwaited(client: number): boolean {
    return this.#inFlight.some(({ exchange }) => exchange.client === client && exchange.ended === undefined);
  }

  /** Delivers the requests that are held until the end. */
  release(): void {
    for (const request of this.#inFlight) if (request.due === Number.POSITIVE_INFINITY) request.due = this.#time.now;
  }

  send(client: number, call: number, request: HttpRequest): Promise<HttpResponse> {
    const exchange: Exchange = {
      number: this.exchanges.length,
      client,
      call,
      request,
      sentAt: this.#time.now,
      isRead: request.method === "GET",
      fate: undefined,
      deliveries: [],
      given: undefined,
      heard: undefined,
      endedAt: undefined,
      ended: undefined,
    };
    this.exchanges.push(exchange);
    request.signal?.addEventListener("abort", () => this.#end(exchange, "gave up"));
    return new Promise((resolve, reject) => {
      const state = { isCopy: false, due: 0, isDelayed: false, isCopied: false, given: undefined };
      this.#inFlight.push({ exchange, resolve, reject, ...state });
    });
  }

  /** Picks a request that is due, and decides its fate. Returns false if there is none. */
  step(): boolean {
    const due = this.#inFlight.filter((request) => request.due <= this.#time.now);
    const request = due[Math.floor(this.#options.random() * due.length)];
    if (request === undefined) return false;
    if (request.isCopy) this.#arriveAlone(request);
    else if (request.given !== undefined) this.#give(request, request.given.result, request.given.delivery);
    else if (request.exchange.ended !== undefined) this.#arriveLate(request);
    else this.#handle(request);
    return true;
  }

  #handle(request: InFlight): void {
    const { exchange } = request;
    const { random, delayRate, copyRate = 0 } = this.#options;
    const [, copy, scripted] =
      /^(?:a copy (first|later); )?(.*)$/.exec(this.#options.script?.get(exchange.number) ?? "") ?? [];
    const isScripted = this.#options.script?.has(exchange.number) === true;
    if (!isScripted && !request.isDelayed && random() < delayRate) {
      this.#delay(request, "delayed");
      return;
    }
    if (
      !request.isCopied &&
      (isScripted ? copy !== undefined : copyRate > 0 && !exchange.isRead && random() < copyRate)
    ) {
      this.#copy(request, isScripted ? copy === "first" : random() < 0.5, isScripted);
      if (request.due > this.#time.now) return;
    }
    const fate = isScripted ? fates.find(({ name }) => name === scripted) : this.#choose(request);
    this.#note(exchange, fate?.name ?? "answered");
    const isHandled = fate === undefined || fate.handled === "before";
    const delivery = isHandled ? this.#deliver(exchange) : undefined;
    const given = fate === undefined ? delivery?.response : fate.give(delivery?.response ?? noResponse);
    if (given === undefined) return;
    if (fate?.handled === "after" || fate?.handled === "in the end")
      this.#abandon(request, given, fate.handled === "in the end");
    else if (!isScripted && random() < delayRate / 2) {
      request.given = { result: given, delivery };
      this.#delay(request, "response delayed");
    } else this.#give(request, given, delivery);
  }

  #choose({ exchange, isCopied }: InFlight): Fate | undefined {
    const { random, faultRate } = this.#options;
    if (random() >= faultRate) return undefined;
    const fitsRequest = ({ fits, isUnsent }: Fate) =>
      (fits === undefined || fits(exchange.request)) && !(isCopied && isUnsent);
    const possible = fates.filter(fitsRequest);
    return possible[Math.floor(random() * possible.length)];
  }

  #delay(request: InFlight, fate: string): void {
    request.isDelayed = true;
    this.#note(request.exchange, fate);
    request.due = this.#time.now + this.#options.random() * maxDelayMs;
  }

  /** Delivers a request twice: a copy now and the request later, or the request now and a copy at any later time. */
  #copy(request: InFlight, isFirst: boolean, isScripted: boolean): void {
    const { random } = this.#options;
    request.isCopied = true;
    this.#note(request.exchange, `a copy ${isFirst ? "first" : "later"}`);
    if (!isFirst) {
      const due = isScripted ? this.#endOfHold() : this.#time.now + this.#holdMs();
      this.#inFlight.push({ ...request, isCopy: true, due });
      return;
    }
    this.#deliver(request.exchange);
    if (!isScripted && random() < 0.5) this.#delay(request, "the request later");
  }

  /** Ends the request for the client with a failure, while the request stays in transit. */
  #abandon(request: InFlight, given: HttpResponse | string, isToTheEnd: boolean): void {
    this.#give(request, given, undefined);
    request.due = isToTheEnd ? this.#endOfHold() : this.#time.now + this.#options.random() * maxDelayMs;
    this.#inFlight.push(isToTheEnd ? { ...request, isCopy: true } : request);
  }

  /** Draws the time that a copy stays in transit: up to 8 seconds, up to 40, or until the end. */
  #holdMs(): number {
    const kind = this.#options.random();
    const share = this.#options.random();
    if (kind < 0.8)
      return Math.min(share * (kind < 0.5 ? maxDelayMs : longHoldMs), this.#options.maxHoldMs ?? longHoldMs);
    return this.#endOfHold() - this.#time.now;
  }

  #endOfHold(): number {
    return this.#time.now + (this.#options.maxHoldMs ?? Number.POSITIVE_INFINITY);
  }

  /** Decides about a request for which its client no longer waits: the service still handles it, or never does. */
  #arriveLate(request: InFlight): void {
    const { exchange } = request;
    const isNever = this.#options.random() < 0.5;
    this.#note(
      exchange,
      `${exchange.fate === undefined ? "given up, " : ""}${isNever ? "never delivered" : "delivered late"}`,
    );
    if (!isNever) this.#deliver(exchange);
    this.#remove(request);
  }

  #arriveAlone(request: InFlight): void {
    this.#deliver(request.exchange);
    this.#remove(request);
  }

  #deliver(exchange: Exchange): Delivery {
    const response = this.#options.deliver(exchange.request);
    const delivery = { at: this.#time.now, order: this.#delivered++, response };
    exchange.deliveries.push(delivery);
    return delivery;
  }

  /** @param delivery the delivery whose response the client receives, changed or not */
  #give(request: InFlight, given: HttpResponse | string, delivery: Delivery | undefined): void {
    const { exchange } = request;
    this.#remove(request);
    const dated = typeof given === "string" ? given : redate(given, this.#options.dateOffsets?.[exchange.client] ?? 0);
    if (exchange.ended === undefined) {
      exchange.given = dated;
      exchange.heard = delivery;
    }
    this.#end(exchange, determineEnding(given, delivery?.response));
    this.#time.owner = exchange.client;
    if (typeof dated !== "string") request.resolve(dated);
    else request.reject(Object.assign(new Error(`The connection failed: ${dated}.`), { code: dated }));
  }

  #end(exchange: Exchange, ended: Ending): void {
    if (exchange.ended !== undefined) return;
    exchange.ended = ended;
    exchange.endedAt = this.#time.now;
  }

  #note(exchange: Exchange, fate: string): void {
    exchange.fate = exchange.fate === undefined ? fate : `${exchange.fate}, ${fate}`;
  }

  #remove(request: InFlight): void {
    this.#inFlight.splice(this.#inFlight.indexOf(request), 1);
  }
}
