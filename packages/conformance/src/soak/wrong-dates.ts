import type { Socket } from "node:net";
import type { RawResponse } from "./faults.js";
import { parseSeed, seededRandom } from "./random.js";

/** Peers whose responses get their `Date` from one clock, such as that of a proxy: each connection, or each client. */
export type DatesBy = "connection" | "client";

/** Errors of the clocks that set the `Date` of responses. A third of the clocks are correct. */
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

  /** Numbers of all clocks, and of the correct ones. */
  get count(): { readonly all: number; readonly true: number } {
    const offsets = [...this.#offsets.values()];
    return { all: offsets.length, true: offsets.filter((offset) => offset === 0).length };
  }

  offsetOf(socket: Socket, client: string): number {
    const clock = this.#by === "client" ? client : socket;
    const known = this.#offsets.get(clock);
    if (known !== undefined) return known;
    const name = this.#by === "client" ? client : String(this.#offsets.size);
    const random = seededRandom(parseSeed(`${this.#seed} clock ${name}`));
    const offset = random() < 1 / 3 ? 0 : drawOffset(random) * this.#maxOffsetMs;
    this.#offsets.set(clock, offset);
    return offset;
  }

  /** Returns the response with a `Date` that is off by this much, even if it had none. */
  redated(response: RawResponse, offsetMs: number): RawResponse {
    const date = new Date(Date.now() + offsetMs).toUTCString();
    const others = response.headers.filter((_, at) => response.headers[at - (at % 2)]?.toLowerCase() !== "date");
    return { ...response, headers: [...others, "Date", date] };
  }
}

/** Draws a number from −1 to 1. A third of them are within ±1/500, which is about 7 s if the maximum is an hour. */
function drawOffset(random: () => number): number {
  const offset = random() * 2 - 1;
  return random() < 1 / 3 ? offset / 500 : offset;
}
