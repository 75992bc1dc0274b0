/** Settings of the whole Table service of an account. */
export interface ServiceProperties {
  readonly logging?: ServiceLogging | undefined;
  readonly hourMetrics?: ServiceMetrics | undefined;
  readonly minuteMetrics?: ServiceMetrics | undefined;
  /** At most 5 CORS rules. An empty list removes all rules. */
  readonly cors?: readonly CorsRule[] | undefined;
}

/** Settings of the request log that the service keeps. */
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
  /** True to count each API separately. Ignored unless `enabled` is true. */
  readonly includeApis?: boolean | undefined;
  /** Number of days to keep metrics, 1 to 365. Absent: forever. */
  readonly retentionDays?: number | undefined;
}

/** CORS rule: requests that the service accepts from web pages of other origins. */
export interface CorsRule {
  /** Origins of the web pages, or `*` for all; at most 64. */
  readonly allowedOrigins: readonly string[];
  /** HTTP methods that the pages may use: `DELETE`, `GET`, `HEAD`, `MERGE`, `POST`, `OPTIONS`, `PUT` or `PATCH`. */
  readonly allowedMethods: readonly string[];
  /** Request headers that web pages of these origins may send: names, prefixes such as `x-ms-meta*`, or `*` for all. */
  readonly allowedHeaders?: readonly string[] | undefined;
  readonly exposedHeaders?: readonly string[] | undefined;
  /** Maximum time for which a browser may cache the preflight response, in seconds. */
  readonly maxAgeSeconds: number;
}

/** State of the secondary, the read-only copy of an account in another region. */
export interface ServiceStats {
  /** Status of the replication to the secondary: `live`, `bootstrap` or `unavailable`. */
  readonly status: string;
  /** All writes made before this time have reached the secondary. Undefined if the service reports no time. */
  readonly lastSyncTime: Date | undefined;
}
