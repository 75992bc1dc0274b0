import type { KnownSecrets } from "../errors/known-secrets.js";
import type { ClientMetrics } from "./client-metrics.js";
import type { Clock } from "./clock.js";
import type { Credential } from "./credential.js";
import type { Deadlines } from "./deadlines.js";
import type { Transport } from "./http-message.js";
import type { LastWrite } from "./last-write.js";
import type { Observer } from "./observer.js";
import type { RequestIds } from "./request-ids.js";
import type { RetrySettings } from "./retry-delay.js";
import type { TracerLike } from "./tracing.js";

/** Where reads go. Writes go to the primary. */
export type ReadFrom = "primary" | "secondary" | "primary-then-secondary";

/** What a pipeline is built around. */
export interface PipelineTarget {
  readonly credential: Credential;
  /** Base address that all request URLs begin with. */
  readonly url: string;
  readonly secondaryUrl?: string | undefined;
  readonly accountName?: string | undefined;
  /** `storage` or `cosmos`, for spans. */
  readonly kind: string;
}

/** What all calls of one client share. */
export interface CallState {
  readonly target: PipelineTarget;
  readonly host: string;
  readonly secondaryHost: string;
  readonly readFrom: ReadFrom;
  readonly retry: RetrySettings;
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly userAgent: string;
  readonly observer: Observer;
  readonly metrics: ClientMetrics;
  readonly tracer: TracerLike | undefined;
  readonly clock: Clock;
  readonly lastWrite: LastWrite;
  readonly deadlines: Deadlines;
  readonly requestIds: RequestIds;
  readonly random: () => number;
  readonly secrets: KnownSecrets;
  /** One attempt: the caller's policies, signing, the transport. */
  readonly attempt: Transport;
}
