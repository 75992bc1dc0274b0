import type { AbortSignalLike } from "./http-message.js";

/** Ends after this time, for ever with Infinity, or as soon as the signal aborts: no timer outlives who waited. */
export function wait(milliseconds: number, signal: AbortSignalLike | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = Number.isFinite(milliseconds) ? setTimeout(end, milliseconds) : undefined;
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener?.("abort", end);
      resolve();
    }
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end);
  });
}
