/** Settings of the whole Table service of an account. */
export interface ServiceProperties {
  readonly logging?: ServiceLogging | undefined;
  readonly hourMetrics?: ServiceMetrics | undefined;
  readonly minuteMetrics?: ServiceMetrics | undefined;
  /** At most 5 CORS rules. An empty list removes all. */
  readonly cors?: readonly CorsRule[] | undefined;
}

/** Settings of the log of requests that the service keeps. */
export interface ServiceLogging {
  readonly read: boolean;
  readonly write: boolean;
  readonly delete: boolean;
  /** Number of days to keep logs, 1 to 365. Absent: forever. */
  readonly retentionDays?: number | undefined;
}

/** Settings of the usage statistics that the service keeps. */
export interface ServiceMetrics {
  readonly enabled: boolean;
  /** True to count each API separately. Only with `enabled`. */
  readonly includeApis?: boolean | undefined;
  /** Number of days to keep metrics, 1 to 365. Absent: forever. */
  readonly retentionDays?: number | undefined;
}

/** Rights of browsers on other origins. */
export interface CorsRule {
  /** Origins, or `*`; at most 64. */
  readonly allowedOrigins: readonly string[];
  /** Methods: `DELETE`, `GET`, `HEAD`, `MERGE`, `POST`, `OPTIONS`, `PUT` or `PATCH`. */
  readonly allowedMethods: readonly string[];
  /** Headers, prefixes such as `x-ms-meta*`, or `*`. */
  readonly allowedHeaders?: readonly string[] | undefined;
  readonly exposedHeaders?: readonly string[] | undefined;
  /** Maximum time for which a browser may cache the preflight response, in seconds. */
  readonly maxAgeSeconds: number;
}

/** State of the read-only copy. */
export interface ServiceStats {
  /** Status: `live`, `bootstrap` or `unavailable`. */
  readonly status: string;
  /** Time before which all writes are on the secondary. */
  readonly lastSyncTime: Date | undefined;
}
