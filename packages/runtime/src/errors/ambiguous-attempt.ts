/** One attempt of a write that the service may have applied, although no usable response arrived. */
export interface AmbiguousAttempt {
  /** `performance.now()` when the attempt began. */
  readonly startedAt: number;
  /** `performance.now()` when it ended for this client: the service may still be processing it. */
  readonly endedAt: number;
}
