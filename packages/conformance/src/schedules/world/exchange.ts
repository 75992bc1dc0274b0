import type { HttpRequest, HttpResponse } from "@tablewright/runtime";

/** One HTTP request of a client, and everything that happened to it. */
export interface Exchange {
  /** Position among all requests of the schedule, from 0. */
  readonly number: number;
  readonly client: number;
  /** Number of the client's call that sent it. */
  readonly call: number;
  readonly request: HttpRequest;
  /** Time in virtual milliseconds, like all times here. */
  readonly sentAt: number;
  readonly isRead: boolean;
  /** Fate that the scheduler chose; undefined until then. */
  fate: string | undefined;
  /** Deliveries to the service, in its order: none, one, or two if the network sent a copy. */
  readonly deliveries: Delivery[];
  /** Response that the client received, or code of the failure. Undefined while the client waits, and if it stopped waiting. */
  given: HttpResponse | string | undefined;
  /** Delivery whose response the client received, perhaps damaged. */
  heard: Delivery | undefined;
  /** Time at which the client received the result, or stopped waiting. */
  endedAt: number | undefined;
  /** Way in which the request ended for the client. */
  ended: Ending | undefined;
}

/** Handling of a request by the service. */
export interface Delivery {
  readonly at: number;
  /** Position in the service's order. */
  readonly order: number;
  /** Response of the service, which the client may not have received. */
  readonly response: HttpResponse;
}

export type Ending =
  /** Service's own response, unchanged but for its `Date`. */
  | "answered"
  /** Failure that shows that nothing was sent. */
  | "refused"
  /** Failure or response that does not show whether the service handled the request. */
  | "hidden"
  | "gave up";

/** Returns whether the client cannot know if this write was applied. */
export function isHidden({ isRead, ended }: Exchange): boolean {
  return !isRead && ended !== "answered" && ended !== "refused";
}

/**
 * Returns whether, as far as its client knows, a write may have been applied. An error status below 500 is a rejection even if its body was
 * lost.
 */
export function isLost(exchange: Exchange): boolean {
  const { given } = exchange;
  const status = typeof given === "object" ? given.status : 0;
  return isHidden(exchange) && (status < 400 || status >= 500);
}
