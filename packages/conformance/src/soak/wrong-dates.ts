import type { Socket } from "node:net";
import type { RawResponse } from "./faults.js";
import { seededRandom, seedOf } from "./random.js";

/** What has a clock of its own on the way to the service: each connection, or each client. */
export type DatesBy = "connection" | "client";

/** How far the clocks that set the `Date` of responses are off: a third of them are true. */
export class WrongDates {
  readonly #offsets = new Map<Socket | string, number>();
  readonly #seed: number;
  readonly #maxOffsetMs: number;
  readonly #by: DatesBy;

  constructor(seed: number, maxOffsetMs: number, by: DatesBy) {
    this.#seed = seed;
    this.#maxOffsetMs = maxOffsetMs;
    this.#by = by;
  }

  /** How many clocks there are, and how many of them are true. */
  get count(): { readonly all: number; readonly true: number } {
    const offsets = [...this.#offsets.values()];
    return { all: offsets.length, true: offsets.filter((offset) => offset === 0).length };
  }

  offsetOf(socket: Socket, client: string): number {
    const clock = this.#by === "client" ? client : socket;
    const known = this.#offsets.get(clock);
    if (known !== undefined) return known;
    const name = this.#by === "client" ? client : String(this.#offsets.size);
    const random = seededRandom(seedOf(`${this.#seed} clock ${name}`));
    const offset = random() < 1 / 3 ? 0 : drawOffset(random) * this.#maxOffsetMs;
    this.#offsets.set(clock, offset);
    return offset;
  }

  /** The response with the `Date` of a connection, also where it has none. */
  redated(response: RawResponse, offsetMs: number): RawResponse {
    const date = new Date(Date.now() + offsetMs).toUTCString();
    const others = response.headers.filter((_, at) => response.headers[at - (at % 2)]?.toLowerCase() !== "date");
    return { ...response, headers: [...others, "Date", date] };
  }
}

/** From −1 to 1; every third time less than a five hundredth: with an hour, up to 7 s. */
function drawOffset(random: () => number): number {
  const offset = random() * 2 - 1;
  return random() < 1 / 3 ? offset / 500 : offset;
}
