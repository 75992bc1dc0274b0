/*
 * Studio: shows and edits typed tables in the browser. A server on the loopback interface, and the page that it serves.
 */

export type { SqlRows } from "./contract/query.js";
export type { FoundRow, TableFinding, VerifiedTable, VerifyProgress } from "./contract/verified.js";
export type {
  AnySchema,
  CheckedRow,
  CsvLines,
  FileLine,
  ProjectFinding,
  StudioProject,
  StudioSql,
} from "./project/studio-project.js";
export { type Studio, type StudioOptions, startStudio } from "./studio.js";
