/** Settings of the whole Table service of an account. */
export interface ServiceProperties {
  readonly logging?: ServiceLogging | undefined;
  readonly hourMetrics?: ServiceMetrics | undefined;
  readonly minuteMetrics?: ServiceMetrics | undefined;
  /** At most 5 rules; an empty list removes all. */
  readonly cors?: readonly CorsRule[] | undefined;
}

/** Which requests the service logs. */
export interface ServiceLogging {
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
  /** Days that logs are kept, 1 to 365; absent: for ever. */
  readonly retentionDays?: number | undefined;
}

/** Which statistics of its use the service keeps. */
export interface ServiceMetrics {
  readonly enabled: boolean;
  /** Whether each API is counted by itself; only with `enabled`. */
  readonly includeApis?: boolean | undefined;
  /** Days that metrics are kept, 1 to 365; absent: for ever. */
  readonly retentionDays?: number | undefined;
}

/** What browsers of other origins may do. */
export interface CorsRule {
  /** Origins, or `*`; at most 64. */
  readonly allowedOrigins: readonly string[];
  /** `DELETE`, `GET`, `HEAD`, `MERGE`, `POST`, `OPTIONS`, `PUT` or `PATCH`. */
  readonly allowedMethods: readonly string[];
  /** Headers, prefixes such as `x-ms-meta*`, or `*`. */
  readonly allowedHeaders?: readonly string[] | undefined;
  readonly exposedHeaders?: readonly string[] | undefined;
  /** Seconds that a browser may keep the preflight answer. */
  readonly maxAgeSeconds: number;
}

/** How far the read-only copy lags. */
export interface ServiceStats {
  /** `live`, `bootstrap` or `unavailable`. */
  readonly status: string;
  /** Writes before this moment are on the secondary. */
  readonly lastSyncTime: Date | undefined;
}
