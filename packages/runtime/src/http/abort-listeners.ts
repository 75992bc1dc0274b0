import type { AbortSignalLike } from "./http-message.js";

/** Who listens to one signal, and the one listener that the signal has for all of them. */
interface Shared {
  readonly listeners: Set<() => void>;
  readonly tell: () => void;
}

const sharedBySignal = new WeakMap<AbortSignalLike, Shared>();

/**
 * Listens to a signal that many calls may be given: all of them together by one listener, since Node warns of a leak where an
 * AbortSignal has more than ten.
 */
export function addAbortListener(signal: AbortSignalLike, listener: () => void): void {
  const shared = sharedBySignal.get(signal);
  if (shared !== undefined) {
    shared.listeners.add(listener);
    return;
  }
  const listeners = new Set([listener]);
  const tell = () => {
    for (const each of [...listeners]) each();
  };
  signal.addEventListener("abort", tell);
  sharedBySignal.set(signal, { listeners, tell });
}

export function removeAbortListener(signal: AbortSignalLike, listener: () => void): void {
  const shared = sharedBySignal.get(signal);
  if (shared === undefined) return;
  shared.listeners.delete(listener);
  if (shared.listeners.size > 0) return;
  sharedBySignal.delete(signal);
  signal.removeEventListener("abort", shared.tell);
}
