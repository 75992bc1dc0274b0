import type { HttpRequest, HttpResponse, Transport } from "@tablewright/runtime";
import type { Ending, Exchange } from "./exchange.js";
import { endingOf, type Fate, fates } from "./fates.js";
import { microtasksDone, realDelay, type VirtualTime } from "./virtual-time.js";

/** A client as the scheduler sees it: whoever sends through its transport, call after call. */
export interface Actor {
  readonly index: number;
  readonly transport: Transport;
  /** Which of its calls is under way, from 0. */
  call: number;
}

export interface SchedulerOptions {
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
  /** Not chosen before. */
  due: number;
  isDelayed: boolean;
  /** What the client will be given, once it is due. */
  given: HttpResponse | string | undefined;
}

/** A delayed request arrives within this time, or after its client has given up. */
const maxDelayMs = 8_000;

/** More than any schedule needs; beyond it a client is taken to be caught in a loop. */
const maxSteps = 2_000;

/**
 * Runs clients over one service. Each of their requests is a step, and a seed decides which is next and what becomes of
 * it. It knows nothing of what the clients do, nor of what is right.
 */
export class Scheduler {
  readonly exchanges: Exchange[] = [];
  readonly #options: SchedulerOptions;
  readonly #time: VirtualTime;
  #inFlight: InFlight[] = [];
  #delivered = 0;
  #isRunning: boolean[] = [];

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#time = options.time;
  }

  /** Runs programs to their end, and then what is still in flight. @returns whether each program ended */
  async run(programs: readonly ((actor: Actor) => Promise<void>)[]): Promise<readonly boolean[]> {
    for (const [index, program] of programs.entries()) {
      this.#isRunning[index] = true;
      this.#time.owner = index;
      const actor: Actor = { index, call: 0, transport: (request) => this.#send(actor, request) };
      void program(actor).finally(() => {
        this.#isRunning[index] = false;
      });
      await this.#settle();
    }
    for (let step = 0; step < maxSteps; step++) {
      if (this.#inFlight.length === 0 && !this.#isRunning.includes(true)) break;
      await this.#time.advance(this.#time.now + this.#pause(), this.#settle);
      const due = this.#inFlight.filter((request) => request.due <= this.#time.now);
      const next = due[Math.floor(this.#options.random() * due.length)];
      if (next !== undefined) {
        this.#step(next);
        await this.#settle();
        continue;
      }
      const timers = this.#isRunning.includes(true) ? this.#time.nextDue : Number.POSITIVE_INFINITY;
      const wake = Math.min(timers, ...this.#inFlight.map((request) => request.due));
      if (wake === Number.POSITIVE_INFINITY) break;
      await this.#time.advance(wake, this.#settle);
    }
    return this.#isRunning.map((isRunning) => !isRunning);
  }

  /** Time between two steps: a fraction of a second, and now and then some seconds. */
  #pause(): number {
    const { random } = this.#options;
    const most = random() < 0.02 ? 6_000 : 400;
    return Math.ceil(random() * most * 10_000) / 10_000;
  }

  #send(actor: Actor, request: HttpRequest): Promise<HttpResponse> {
    const exchange: Exchange = {
      number: this.exchanges.length,
      client: actor.index,
      call: actor.call,
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

  #step(request: InFlight): void {
    const { exchange } = request;
    if (request.given !== undefined) this.#give(request, request.given);
    else if (exchange.ended !== undefined) this.#arriveLate(request);
    else this.#handle(request);
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
    const given = fate === undefined ? response : fate.give(response ?? unanswered);
    if (given === undefined) return;
    if (fate?.handled === "after") this.#letGo(request, given);
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
  #letGo(request: InFlight, given: HttpResponse | string): void {
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

  /** Until every client waits for an answer or a timer. One that does not, loads a module. */
  readonly #settle = async (): Promise<void> => {
    await microtasksDone();
    for (let waits = 0; waits < 1_000 && this.#isAnyBusy(); waits++) {
      if (waits < 100) await microtasksDone();
      else await realDelay(1);
    }
  };

  #isAnyBusy(): boolean {
    return this.#isRunning.some((isRunning, index) => isRunning && !this.#waits(index));
  }

  #waits(client: number): boolean {
    const awaited = ({ exchange }: InFlight) => exchange.client === client && exchange.ended === undefined;
    return this.#inFlight.some(awaited) || this.#time.hasTimer(client);
  }
}

const unanswered: HttpResponse = { status: 0, headers: [], body: new Uint8Array(0) };
