/**
 * A strict Azure Table service in memory, for tests: as a transport, as a loopback server, or through msw.
 *
 * @module
 */
export type { Fault, FaultRule, Faults } from "./faults/faults.js";
export type { AbortSignalLike, HttpRequest, HttpResponse, Transport } from "./http/http-message.js";
export type { ServiceKind } from "./rules/limits.js";
export { type ServeOptions, serveTableService, type TableServer } from "./server/serve-table-service.js";
export {
  createTableService,
  type Delivery,
  emulatorAccount,
  emulatorKey,
  type Snapshot,
  type TableService,
  type TableServiceOptions,
} from "./service/create-table-service.js";
export type { OperationName } from "./service/operation-name.js";
export type { LoggedRequest } from "./service/request-log.js";
export type { Seed, SeedEntity, SeedValue } from "./service/seed.js";
