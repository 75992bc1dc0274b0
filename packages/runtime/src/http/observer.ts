import { channel } from "node:diagnostics_channel";
import { foreignText } from "../errors/foreign-text.js";
import {
  type ClientEvents,
  describeEvent,
  type Logger,
  type RequestEvent,
  type ResponseEvent,
  type RetryEvent,
} from "./client-events.js";

/** `diagnostics_channel` names, for tools that look on without touching the application. */
export const channelNames = {
  request: "tablewright:request",
  response: "tablewright:response",
  retry: "tablewright:retry",
} as const;

const requestChannel = channel(channelNames.request);
const responseChannel = channel(channelNames.response);
const retryChannel = channel(channelNames.retry);

/** Passes events to the channels, the hooks and the logger of one client. */
export class Observer {
  readonly #events: ClientEvents | undefined;
  readonly #logger: Logger | undefined;

  constructor(events: ClientEvents | undefined, logger: Logger | undefined) {
    this.#events = events;
    this.#logger = logger;
  }

  /** Whether anybody listens: where nobody does, no event is made. */
  get active(): boolean {
    return (
      this.#events !== undefined ||
      this.#logger !== undefined ||
      requestChannel.hasSubscribers ||
      responseChannel.hasSubscribers ||
      retryChannel.hasSubscribers
    );
  }

  request(event: RequestEvent): void {
    if (requestChannel.hasSubscribers) requestChannel.publish(event);
    guarded(() => this.#events?.onRequest?.(event));
  }

  response(event: ResponseEvent): void {
    if (responseChannel.hasSubscribers) responseChannel.publish(event);
    guarded(() => this.#events?.onResponse?.(event));
    const level = event.failure !== undefined || (event.status ?? 500) >= 500 ? "error" : "debug";
    guarded(() => this.#logger?.({ level, message: describeEvent(event), event }));
  }

  retry(event: RetryEvent): void {
    if (retryChannel.hasSubscribers) retryChannel.publish(event);
    guarded(() => this.#events?.onResponse?.(event));
    guarded(() => this.#events?.onRetry?.(event));
    const message = `${describeEvent(event)}; again in ${event.delayMs.toFixed(0)} ms`;
    guarded(() => this.#logger?.({ level: "warning", message, event }));
  }
}

/** Whoever looks on cannot break a call, nor the process with a promise that nobody waits for. */
export function guarded(hook: () => unknown): void {
  try {
    const result = hook();
    if (result instanceof Promise) result.catch(warn);
  } catch (error) {
    warn(error);
  }
}

function warn(error: unknown): void {
  const reason = error instanceof Error ? foreignText(error.message, 1000) : "not an Error";
  process.emitWarning(`A hook of a Tablewright client threw: ${reason}`);
}
