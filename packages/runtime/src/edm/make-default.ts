import type { Ticks } from "./date-time.js";
import { ticksOf } from "./exact-date.js";
import type { Guid } from "./guid.js";

/*
 * Defaults that are made anew for each entity: `default: "now"` and `default: "random"`.
 */

export function now(): Date {
  return new Date();
}

export function nowIso(): string {
  return new Date().toISOString();
}

export function nowTicks(): Ticks {
  return ticksOf(new Date());
}

export function randomGuid(): Guid {
  return crypto.randomUUID();
}
