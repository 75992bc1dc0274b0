import type { HttpRequest, HttpResponse } from "@tablewright/runtime";

/** One HTTP request of a client, and everything that became of it. */
export interface Exchange {
  /** Position among all requests of the schedule, from 0. */
  readonly number: number;
  readonly client: number;
  /** Which of the client's calls was under way. */
  readonly call: number;
  readonly request: HttpRequest;
  /** Times are virtual milliseconds. */
  readonly sentAt: number;
  readonly isRead: boolean;
  /** What the scheduler chose; undefined while it has not. */
  fate: string | undefined;
  /** Each time that the service handled it, in the service's order: none, once, or twice where the network sent a copy. */
  readonly deliveries: Delivery[];
  /** What the client was given: a response or the code of a failure; undefined while it waits, and where it gave up. */
  given: HttpResponse | string | undefined;
  /** The delivery whose response that is, or was before it was damaged. */
  heard: Delivery | undefined;
  /** When the client learned how it ended, and how: it got a response or a failure, or gave up waiting. */
  endedAt: number | undefined;
  ended: Ending | undefined;
}

/** The service's handling of a request. */
export interface Delivery {
  readonly at: number;
  /** Its place in the service's order. */
  readonly order: number;
  /** What the service responded, whatever the client was given. */
  readonly response: HttpResponse;
}

export type Ending =
  /** The service's own response, as it is but for its `Date`. */
  | "answered"
  /** Certain that nothing was sent. */
  | "refused"
  /** A failure or a response that leaves open whether the service handled the request. */
  | "hidden"
  | "gave up";

/** Whether the client cannot know if this write was applied. */
export function isHidden({ isRead, ended }: Exchange): boolean {
  return !isRead && ended !== "answered" && ended !== "refused";
}

/** Whether such a write may have been applied as far as its client knows: a refusal without its body is a refusal. */
export function isLost(exchange: Exchange): boolean {
  const { given } = exchange;
  const status = typeof given === "object" ? given.status : 0;
  return isHidden(exchange) && (status < 400 || status >= 500);
}
