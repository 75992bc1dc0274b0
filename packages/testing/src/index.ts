/**
 * A strict Azure Table service in memory, for tests: as a transport, as a loopback server, or through msw.
 *
 * @module
 */

export type { ServiceClock } from "./account/clock.js";
export type { Seed, SeedEntity, SeedValue } from "./account/seed.js";
export {
  type ConnectOptions,
  connectTableService,
  type RemoteRule,
  type RemoteSnapshot,
  type RemoteTableService,
} from "./control/connect-table-service.js";
export type { DataFile, DataFileOptions } from "./durable/data-file.js";
export type { AddedRule } from "./faults/added-rule.js";
export type { Delivery } from "./faults/delivery.js";
export type { Fault, FaultRule } from "./faults/fault.js";
export type { FaultRequest, FaultResponse, OperationName } from "./faults/fault-request.js";
export type { Faults } from "./faults/faults.js";
export type { AbortSignalLike, HttpRequest, HttpResponse, Transport } from "./http/http-message.js";
export type { ServiceKind } from "./rules/limits.js";
export type { ServeOptions } from "./server/serve-options.js";
export { type ServedAccount, serveTableService, type TableServer } from "./server/serve-table-service.js";
export { createTableService, type Snapshot, type TableService } from "./service/create-table-service.js";
export type { LoggedRequest } from "./service/request-log.js";
export { emulatorAccount, emulatorKey, type TableServiceOptions } from "./service/service-options.js";
