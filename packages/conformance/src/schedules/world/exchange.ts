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
  /** When the service handled it, and its place in the service's order; undefined where it never did. */
  deliveredAt: number | undefined;
  order: number | undefined;
  /** What the service answered, whatever the client was given. */
  response: HttpResponse | undefined;
  /** When the client learned how it ended, and how: it got an answer or a failure, or gave up waiting. */
  endedAt: number | undefined;
  ended: Ending | undefined;
  /** Whether it was still in flight then. */
  isAdrift: boolean;
}

export type Ending =
  /** The service's own answer, as it is. */
  | "answered"
  /** Certain that nothing was sent. */
  | "refused"
  /** A failure or an answer that leaves open whether the service handled the request. */
  | "hidden"
  | "gave up";

/** Whether the client cannot know if this write was applied. */
export function isHidden({ isRead, ended }: Exchange): boolean {
  return !isRead && ended !== "answered" && ended !== "refused";
}

/** Whether the service had not handled it when the client learned how it ended, and might have later. */
export function isLate({ isAdrift, endedAt, deliveredAt }: Exchange): boolean {
  return isAdrift && (deliveredAt === undefined || deliveredAt > (endedAt ?? 0));
}
