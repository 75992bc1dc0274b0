import type { HttpRequest } from "@tablewright/runtime";
import { createTableService, type TableService } from "@tablewright/testing";
import { seededRandom } from "../../soak/random.js";
import { Network } from "./network.js";
import { type DateOffsets, drawDateOffsets } from "./response-dates.js";
import { Scheduler } from "./scheduler.js";
import { type ClockDifference, drawClock } from "./service-clock.js";
import type { VirtualTime } from "./virtual-time.js";

/** Simulated service, network and clocks in which the schedule of one seed runs. */
export interface World {
  readonly service: TableService;
  readonly network: Network;
  readonly scheduler: Scheduler;
  /** Time at which the clients begin, in milliseconds since 1970. */
  readonly start: number;
  /** Difference between the service's clock and that of the clients. */
  readonly clock: ClockDifference;
  /** Errors of the `Date` of responses, by client. */
  readonly dateOffsets: DateOffsets;
  /** Random numbers for the clients. */
  readonly jitter: () => number;
}

export interface WorldOptions {
  /** Shares of requests that fail, of which the seed picks one. */
  readonly faultRates: readonly number[];
  /**
   * Maximum time that a request stays in transit after its client has stopped waiting, in milliseconds; by default until all clients end.
   */
  readonly maxHoldMs?: number;
  /** Fates of requests, by number: the name of a fate, or `answered`. The seed decides about the others. */
  readonly script?: ReadonlyMap<number, string> | undefined;
}

const epoch = Date.UTC(2024, 4, 6, 10);
const delayRates = [0, 0.1, 0.3];
const copyRates = [0, 0, 0.1, 0.3];

/**
 * Starts a service, a network and a clock from a seed, in virtual time. Call `time.install` first.
 * @param random the random numbers of the seed, from which the program has already been drawn
 */
export function startWorld(
  time: VirtualTime,
  seed: number,
  random: () => number,
  { faultRates, maxHoldMs, script }: WorldOptions,
): World {
  const start = epoch + Math.floor(random() * 1e7) / 1e4;
  const jitter = seededRandom(seed ^ 0x5bd1e995);
  time.reset(start, jitter);
  const dateOffsets = drawDateOffsets(random);
  const clock = drawClock(
    random,
    dateOffsets.every((ms) => ms === 0),
  );
  const service = createTableService({ authenticate: false, now: () => time.now + clock.offsetMs(jitter) });
  const choice = seededRandom(seed + 0x9e3779b9);
  const pick = (rates: readonly number[]) => rates[Math.floor(random() * rates.length)] ?? 0;
  const network = new Network({
    time,
    random: choice,
    deliver: (request) => service.deliver(request as HttpRequest).response,
    faultRate: pick(faultRates),
    delayRate: pick(delayRates),
    copyRate: pick(copyRates),
    dateOffsets,
    maxHoldMs,
    ...(script && { script }),
  });
  const scheduler = new Scheduler(time, network, choice);
  return { service, network, scheduler, start, clock, dateOffsets, jitter };
}
