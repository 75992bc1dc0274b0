import { RequestError } from "../errors/request-error.js";
import { Timer } from "../platform/time.js";
import { addAbortListener, removeAbortListener } from "./cancellation.js";
import type { AbortSignalLike } from "./http-message.js";

/** Resolves after this time. @throws RequestError `request.aborted` as soon as the signal aborts */
export function delay(milliseconds: number, signal: AbortSignalLike | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = new Timer(() => {
      if (signal !== undefined) removeAbortListener(signal, onAbort);
      resolve();
    }, milliseconds);
    function onAbort(): void {
      timer.stop();
      if (signal !== undefined) removeAbortListener(signal, onAbort);
      const message = "The call was aborted by the caller's signal while it waited for its next attempt.";
      reject(new RequestError("request.aborted", message, { attempts: 0, cause: signal?.reason }));
    }
    if (signal?.aborted === true) onAbort();
    else if (signal !== undefined) addAbortListener(signal, onAbort);
  });
}
