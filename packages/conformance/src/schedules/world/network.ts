import type { HttpRequest, HttpResponse } from "@tablewright/runtime";
import type { Ending, Exchange } from "./exchange.js";
import { endingOf, type Fate, fates } from "./fates.js";
import type { VirtualTime } from "./virtual-time.js";

export interface NetworkOptions {
  readonly time: VirtualTime;
  readonly random: () => number;
  /** The service: handles a request at once. */
  readonly deliver: (request: HttpRequest) => HttpResponse;
  /** Share of requests that go wrong. */
  readonly faultRate: number;
  /** Share of requests, and of answers, that others overtake. */
  readonly delayRate: number;
  /** What becomes of requests, by number: the name of a fate, or `answered`. The seed decides about the others. */
  readonly script?: ReadonlyMap<number, string>;
}

/** A request that its client waits for, or that still travels although its client has given up. */
interface InFlight {
  readonly exchange: Exchange;
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (error: Error) => void;
  /** Nothing becomes of it before. */
  due: number;
  isDelayed: boolean;
  /** What the client will be given, once it is due. */
  given: HttpResponse | string | undefined;
}

/** A delayed request arrives within this time, or after its client has given up. */
const maxDelayMs = 8_000;

const noResponse: HttpResponse = { status: 0, headers: [], body: new Uint8Array(0) };

/** What lies between clients and service: the requests in flight, and what becomes of each. */
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

  /** When the next delayed request is due. */
  get nextDue(): number {
    return Math.min(...this.#inFlight.map(({ due }) => due));
  }

  /** Whether a client waits for an answer. */
  isAwaited(client: number): boolean {
    return this.#inFlight.some(({ exchange }) => exchange.client === client && exchange.ended === undefined);
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
      deliveredAt: undefined,
      order: undefined,
      response: undefined,
      endedAt: undefined,
      ended: undefined,
      isAdrift: false,
    };
    this.exchanges.push(exchange);
    request.signal?.addEventListener("abort", () => this.#end(exchange, "gave up"));
    return new Promise((resolve, reject) => {
      this.#inFlight.push({ exchange, resolve, reject, due: 0, isDelayed: false, given: undefined });
    });
  }

  /** Picks a request that is due, and decides what becomes of it; false where none is. */
  step(): boolean {
    const due = this.#inFlight.filter((request) => request.due <= this.#time.now);
    const request = due[Math.floor(this.#options.random() * due.length)];
    if (request === undefined) return false;
    if (request.given !== undefined) this.#give(request, request.given);
    else if (request.exchange.ended !== undefined) this.#arriveLate(request);
    else this.#handle(request);
    return true;
  }

  #handle(request: InFlight): void {
    const { exchange } = request;
    const { random, delayRate } = this.#options;
    const scripted = this.#options.script?.get(exchange.number);
    if (scripted === undefined && !request.isDelayed && random() < delayRate) {
      this.#delay(request, "delayed");
      return;
    }
    const fate = scripted === undefined ? this.#choose(exchange.request) : fates.find(({ name }) => name === scripted);
    exchange.fate = `${request.isDelayed ? "delayed, " : ""}${fate?.name ?? "answered"}`;
    const isHandled = fate === undefined || fate.handled === "before";
    const response = isHandled ? this.#deliver(exchange) : undefined;
    const given = fate === undefined ? response : fate.give(response ?? noResponse);
    if (given === undefined) return;
    if (fate?.handled === "after") this.#abandon(request, given);
    else if (scripted === undefined && random() < delayRate / 2) {
      request.given = given;
      this.#delay(request, `${exchange.fate}, answer delayed`);
    } else this.#give(request, given);
  }

  #choose(request: HttpRequest): Fate | undefined {
    const { random, faultRate } = this.#options;
    if (random() >= faultRate) return undefined;
    const possible = fates.filter(({ fits }) => fits === undefined || fits(request));
    return possible[Math.floor(random() * possible.length)];
  }

  #delay(request: InFlight, fate: string): void {
    request.isDelayed = true;
    request.exchange.fate = fate;
    request.due = this.#time.now + this.#options.random() * maxDelayMs;
  }

  /** The client fails, and the request travels on. */
  #abandon(request: InFlight, given: HttpResponse | string): void {
    this.#give(request, given);
    request.due = this.#time.now + this.#options.random() * maxDelayMs;
    this.#inFlight.push(request);
  }

  /** A request that its client waits for no more: the service still handles it, or never does. */
  #arriveLate(request: InFlight): void {
    const { exchange } = request;
    const isLost = this.#options.random() < 0.5;
    exchange.isAdrift = true;
    exchange.fate = `${exchange.fate ?? "given up"}, ${isLost ? "never delivered" : "delivered late"}`;
    if (!isLost) this.#deliver(exchange);
    this.#remove(request);
  }

  #deliver(exchange: Exchange): HttpResponse {
    exchange.deliveredAt = this.#time.now;
    exchange.order = this.#delivered++;
    exchange.response = this.#options.deliver(exchange.request);
    return exchange.response;
  }

  #give(request: InFlight, given: HttpResponse | string): void {
    const { exchange } = request;
    this.#remove(request);
    this.#end(exchange, endingOf(given, exchange.response));
    this.#time.owner = exchange.client;
    if (typeof given !== "string") request.resolve(given);
    else request.reject(Object.assign(new Error(`The connection failed: ${given}.`), { code: given }));
  }

  #end(exchange: Exchange, ended: Ending): void {
    if (exchange.ended !== undefined) return;
    exchange.ended = ended;
    exchange.endedAt = this.#time.now;
  }

  #remove(request: InFlight): void {
    this.#inFlight.splice(this.#inFlight.indexOf(request), 1);
  }
}
