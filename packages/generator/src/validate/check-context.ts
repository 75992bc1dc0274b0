import type { Report } from "../diagnostics/report.js";

/** What the checks of one entity share. */
export interface CheckContext {
  /** The entity's name, for messages. */
  readonly entity: string;
  readonly report: Report;
  /** The service whose limits count; what only the other one refuses is let through. */
  readonly service: "storage" | "cosmos";
}
