import { formatValue } from "../errors/format-value.js";
import { invalidOption, type TableError } from "../errors/table-error.js";
import type { AttemptResult, CallState, PipelineTarget, ReadFrom } from "./call-state.js";

/** Checks that the address of the secondary is known if the client reads from it. @throws TableError `config.invalid-option` */
export function checkSecondary(readFrom: ReadFrom, { secondaryUrl }: PipelineTarget): void {
  if (readFrom !== "primary" && secondaryUrl === undefined) throw noSecondary(`readFrom is ${formatValue(readFrom)}`);
}

/**
 * Chooses the host of a call's first attempt: the primary or the secondary.
 * @throws TableError `config.invalid-option` if the operation needs a secondary and there is none
 */
export function chooseHost(call: CallState): void {
  const { operation, readOnly, primaryOnly, secondaryOnly } = call.context;
  const { readFrom, target } = call.pipeline;
  call.onSecondary = secondaryOnly === true || (readOnly && primaryOnly !== true && readFrom === "secondary");
  if (call.onSecondary && target.secondaryUrl === undefined) throw noSecondary(`${operation} reads from the secondary`);
  call.host = chosenHost(call);
}

/** Returns the host that the call sends its next attempt to. */
export function chosenHost({ onSecondary, pipeline }: CallState): string {
  return onSecondary ? pipeline.secondaryHost : pipeline.host;
}

/** Returns the URL of the request on the host that the current attempt uses. */
export function attemptUrl(call: CallState): string {
  const { url } = call.request;
  const { target } = call.pipeline;
  const isMoved = call.onSecondary && target.secondaryUrl !== undefined;
  return isMoved ? target.secondaryUrl + url.slice(target.url.length) : url;
}

/**
 * If the secondary responded with 404, makes the call return to the primary for its remaining attempts, because the secondary may not have
 * the entity yet. If no attempt is left, the call ends with the primary's earlier result. Returns whether to send the request again.
 */
export function leaveSecondary(call: CallState): boolean {
  if (!call.onSecondary || !mayFailOver(call)) return false;
  call.secondaryLags = true;
  call.onSecondary = false;
  if (call.attempt < call.pipeline.retry.maxAttempts) return true;
  call.finalResult = call.primaryResult;
  return false;
}

/**
 * If `readFrom` is `primary-then-secondary`, switches a read to the other host for its next attempt. Returns true if that attempt needs no
 * delay, which is so only after the first attempt.
 */
export function switchHost(call: CallState, result: AttemptResult): boolean {
  if (!mayFailOver(call)) return false;
  if (!call.onSecondary) call.primaryResult = result;
  call.onSecondary = !call.onSecondary;
  return call.attempt === 1;
}

function mayFailOver({ context, pipeline, secondaryLags }: CallState): boolean {
  const { readOnly, primaryOnly, secondaryOnly } = context;
  const isFree = readOnly && primaryOnly !== true && secondaryOnly !== true;
  return isFree && pipeline.readFrom === "primary-then-secondary" && !secondaryLags;
}

function noSecondary(reason: string): TableError {
  return invalidOption(`${reason}, but the account's secondary address is unknown. Set the option secondaryEndpoint.`);
}
