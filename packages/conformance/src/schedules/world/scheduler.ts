import type { HttpRequest, Transport } from "@tablewright/runtime";
import type { Network } from "./network.js";
import { microtasksDone, realDelay, type VirtualTime } from "./virtual-time.js";

/** A client, from the scheduler's view: it sends requests through its transport, for one call after the other. */
export interface Actor {
  readonly index: number;
  readonly transport: Transport;
  /** Number of its current call, from 0. */
  call: number;
}

/** Maximum number of steps, more than any schedule needs. A client that takes more is considered to be in an endless loop. */
const maxSteps = 2_000;

/**
 * Maximum number of waits. The first take no time, and the others about a millisecond of real time each. On a busy machine, a module may
 * load for seconds.
 */
const maxWaits = 60_000;

/**
 * Scheduler of clients over one network. Each request of a client is a step. A seed decides which request is next and how much time
 * passes before it. The scheduler knows neither the actions of the clients nor the correct results.
 */
export class Scheduler {
  readonly #time: VirtualTime;
  readonly #network: Network;
  readonly #random: () => number;
  readonly #isRunning: boolean[] = [];

  constructor(time: VirtualTime, network: Network, random: () => number) {
    this.#time = time;
    this.#network = network;
    this.#random = random;
  }

  /** Runs programs, and then the requests that are still in flight, until nothing more can happen. */
  async run(programs: readonly ((actor: Actor) => Promise<void>)[]): Promise<void> {
    for (const [index, program] of programs.entries()) await this.#start(index, program);
    for (let step = 0; step < maxSteps; step++) {
      if (!this.#isRunning.includes(true)) {
        if (this.#network.isEmpty) return;
        this.#network.release();
      }
      await this.#time.advance(this.#time.now + this.#delay(), this.#untilIdle);
      if (this.#network.step()) {
        await this.#untilIdle();
        continue;
      }
      const timers = this.#isRunning.includes(true) ? this.#time.nextDue : Number.POSITIVE_INFINITY;
      const wake = Math.min(timers, this.#network.nextDue);
      if (wake === Number.POSITIVE_INFINITY) return;
      await this.#time.advance(wake, this.#untilIdle);
    }
  }

  async #start(index: number, program: (actor: Actor) => Promise<void>): Promise<void> {
    this.#isRunning[index] = true;
    this.#time.owner = index;
    const transport = (request: HttpRequest) => this.#network.send(index, actor.call, request);
    const actor: Actor = { index, call: 0, transport };
    void program(actor).finally(() => {
      this.#isRunning[index] = false;
    });
    await this.#untilIdle();
  }

  /** Draws the time between two steps: a fraction of a second, and sometimes several seconds. */
  #delay(): number {
    const maxMs = this.#random() < 0.02 ? 6_000 : 400;
    return Math.ceil(this.#random() * maxMs * 10_000) / 10_000;
  }

  /**
   * Waits until every client awaits a response or a timer. A client that awaits neither is loading a module. To go on without it would make
   * the order of the steps depend on the machine.
   */
  readonly #untilIdle = async (): Promise<void> => {
    await microtasksDone();
    for (let waits = 0; waits < maxWaits && this.#isAnyBusy(); waits++) {
      if (waits < 100) await microtasksDone();
      else await realDelay(1);
    }
  };

  #isAnyBusy(): boolean {
    const isWaiting = (client: number) => this.#network.isAwaited(client) || this.#time.hasTimer(client);
    return this.#isRunning.some((isRunning, client) => isRunning && !isWaiting(client));
  }
}
