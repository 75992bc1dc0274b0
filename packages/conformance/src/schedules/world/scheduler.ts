import type { HttpRequest, Transport } from "@tablewright/runtime";
import type { Network } from "./network.js";
import { microtasksDone, realDelay, type VirtualTime } from "./virtual-time.js";

/** A client as the scheduler sees it: whoever sends through its transport, call after call. */
export interface Actor {
  readonly index: number;
  readonly transport: Transport;
  /** Which of its calls is under way, from 0. */
  call: number;
}

/** More than any schedule needs; beyond it a client is taken to be caught in a loop. */
const maxSteps = 2_000;

/**
 * Runs clients over one network. Each of their requests is a step, and a seed decides which is next and how much time
 * passes before it. It knows nothing of what the clients do, nor of what is right.
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

  /** Runs programs, and then what is still in flight, to the end: or until nothing more can happen. */
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

  /** Time between two steps: a fraction of a second, and now and then some seconds. */
  #delay(): number {
    const maxMs = this.#random() < 0.02 ? 6_000 : 400;
    return Math.ceil(this.#random() * maxMs * 10_000) / 10_000;
  }

  /** Until every client waits for an answer or a timer. One that does not, loads a module. */
  readonly #untilIdle = async (): Promise<void> => {
    await microtasksDone();
    for (let waits = 0; waits < 1_000 && this.#isAnyBusy(); waits++) {
      if (waits < 100) await microtasksDone();
      else await realDelay(1);
    }
  };

  #isAnyBusy(): boolean {
    const isWaiting = (client: number) => this.#network.isAwaited(client) || this.#time.hasTimer(client);
    return this.#isRunning.some((isRunning, client) => isRunning && !isWaiting(client));
  }
}
