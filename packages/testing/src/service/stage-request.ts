import type { Delivery } from "../faults/delivery.js";
import type { FaultRequest } from "../faults/fault-request.js";
import type { AbortSignalLike } from "../http/http-message.js";
import type { ArrivedRequest } from "./handle-request.js";

/** Returns whether a fault holds a request or calls hooks around it, so that the response is asynchronous. */
export function waits({ plan }: ArrivedRequest): boolean {
  return plan.holds.length > 0 || plan.hooks.length > 0;
}

/**
 * Performs a request together with its `hold` and `hook` faults: first those that apply before the operation, then the operation, then
 * those that apply after it.
 */
export async function staged(
  arrived: ArrivedRequest,
  respond: (arrived: ArrivedRequest) => Delivery,
): Promise<Delivery> {
  const { plan, subject } = arrived;
  if (subject === undefined || !waits(arrived)) return respond(arrived);
  await held(arrived, false);
  for (const hook of plan.hooks) await hook.before?.(subject);
  const delivery = respond(arrived);
  await callBack(arrived, subject, delivery);
  await held(arrived, true);
  return delivery;
}

async function held({ plan }: ArrivedRequest, isApplied: boolean): Promise<void> {
  for (const state of plan.holds) {
    const { fault } = state.rule;
    if (fault.kind === "hold" && (fault.applied ?? false) === isApplied) await state.hold();
  }
}

async function callBack({ plan }: ArrivedRequest, subject: FaultRequest, { response }: Delivery): Promise<void> {
  for (const hook of plan.hooks) await hook.after?.(subject, response);
}

/**
 * Returns a promise that settles as `promise` does, or rejects as soon as the signal aborts. An abort does not stop the request's
 * operation.
 */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignalLike | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp);
    promise.then(resolve, reject).finally(() => signal.removeEventListener?.("abort", giveUp));
  });
}
