/* Administration of an account: table settings, CORS, access policies and shared access signatures. */

import {
  type AccessPolicy,
  getAccessPolicies as getAccessPoliciesOperation,
  setAccessPolicies as setAccessPoliciesOperation,
} from "./admin/access-policies.js";
import { sasTime } from "./admin/sas-fields.js";
import type { ServiceProperties, ServiceStats } from "./admin/service-properties.js";
import {
  getServiceProperties as getServicePropertiesOperation,
  getServiceStats as getServiceStatsOperation,
  setServiceProperties as setServicePropertiesOperation,
} from "./admin/service-properties.js";
import type { UserDelegationKey, UserDelegationKeyTimes } from "./admin/user-delegation-sas.js";
import { getUserDelegationKey as getUserDelegationKeyOperation } from "./admin/user-delegation-sas.js";
import { checkOptions, type OptionKinds, wholeNumber } from "./errors/check-options.js";
import { formatValue } from "./errors/format-value.js";
import { TableError, wrongValue } from "./errors/table-error.js";
import { requestLifeMs } from "./http/clock.js";
import { type CallOptions, type Connection, callOptionKinds } from "./rest/connection.js";
import { tableIn } from "./schema/table-names.js";
import { removeReceipts as removeOldReceipts } from "./write/receipts/remove-receipts.js";

export type { AccessPolicy } from "./admin/access-policies.js";
export {
  type AccountSasOptions,
  type AccountSasPermissions,
  accountSas as generateAccountSas,
} from "./admin/account-sas.js";
export type { SasLimits, SasVersion } from "./admin/sas-fields.js";
export type {
  CorsRule,
  ServiceLogging,
  ServiceMetrics,
  ServiceProperties,
  ServiceStats,
} from "./admin/service-properties.js";
export {
  type KeyBound,
  type TableSasOptions,
  type TableSasPermissions,
  tableSas as generateTableSas,
} from "./admin/table-sas.js";
export {
  type UserDelegationKey,
  type UserDelegationKeyTimes,
  type UserDelegationSasOptions,
  userDelegationSas as generateUserDelegationSas,
} from "./admin/user-delegation-sas.js";
export { SharedKeyCredential } from "./auth/shared-key.js";
export { type SweepOptions, type SweptRows, sweep } from "./tools/sweep.js";

/** Client that the functions for administration accept: a `TableServiceClient` or one of its handles. */
export interface Administered {
  readonly connection: Connection;
}

/** Reads the settings of the account's Table service. Storage only. */
export async function getServiceProperties(service: Administered, options?: CallOptions): Promise<ServiceProperties> {
  return storage(service, "Service properties", options).send(getServicePropertiesOperation, {}, options);
}

/**
 * Changes settings of the account's Table service. Absent settings stay as they are. Storage only.
 * @throws TableError `administration.invalid` before anything is sent
 */
export async function setServiceProperties(
  service: Administered,
  properties: ServiceProperties,
  options?: CallOptions,
): Promise<void> {
  return storage(service, "Service properties", options).send(setServicePropertiesOperation, properties, options);
}

/** Reads the replication lag of the secondary. Only for Storage accounts with read access to the secondary (RA-GRS, RA-GZRS). */
export async function getServiceStats(service: Administered, options?: CallOptions): Promise<ServiceStats> {
  return storage(service, "Service statistics", options).send(getServiceStatsOperation, {}, options);
}

/** Reads the stored access policies of a table. Storage only. */
export async function getAccessPolicies(
  service: Administered,
  name: string,
  options?: CallOptions,
): Promise<readonly AccessPolicy[]> {
  const connection = storage(service, "Access policies", options);
  const table = tableIn(connection, name);
  return connection.send(getAccessPoliciesOperation, { table }, options);
}

/**
 * Replaces all stored access policies of a table (at most 5). An empty list removes them. Storage only.
 * @throws TableError `administration.invalid` before anything is sent
 */
export async function setAccessPolicies(
  service: Administered,
  name: string,
  policies: readonly AccessPolicy[],
  options?: CallOptions,
): Promise<void> {
  const connection = storage(service, "Access policies", options);
  const table = tableIn(connection, name);
  return connection.send(setAccessPoliciesOperation, { table, policies }, options);
}

const keyTimeForms: OptionKinds<UserDelegationKeyTimes> = { startsOn: "date", expiresOn: "date" };

const maxKeyMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Requests a key for {@link generateUserDelegationSas} with the client's token credential. No account key is involved. The credential needs
 * a role such as Storage Table Delegator. Storage only.
 * @param times start and expiry, both required, at most 7 days apart
 * @throws TableError `administration.invalid` before anything is sent
 */
export async function getUserDelegationKey(
  service: Administered,
  times: UserDelegationKeyTimes,
  options?: CallOptions,
): Promise<UserDelegationKey> {
  const connection = storage(service, "User delegation keys", options);
  checkOptions("A user delegation key", times ?? null, keyTimeForms, "administration.invalid");
  const { startsOn, expiresOn } = times;
  const isMissing = sasTime(startsOn) === "" || sasTime(expiresOn) === "";
  if (isMissing || expiresOn <= startsOn || expiresOn.getTime() - startsOn.getTime() > maxKeyMs) {
    const problem = "A user delegation key needs startsOn, and expiresOn at most 7 days later.";
    throw new TableError("administration.invalid", problem);
  }
  return connection.send(getUserDelegationKeyOperation, { startsOn, expiresOn }, options);
}

/**
 * Returns the connection of a client for Azure Storage.
 * @param what name of the feature for error messages, in the plural, such as `Access policies`
 * @throws TableError `service.not-supported` for Cosmos DB, which has no such operations
 * @see https://learn.microsoft.com/azure/cosmos-db/table/faq
 */
function storage(service: Administered, what: string, options: CallOptions | undefined): Connection {
  const connection = (service as Administered | null | undefined)?.connection;
  if (connection === undefined) {
    throw wrongValue(`${what} are those of a TableServiceClient, not of ${formatValue(service)}.`);
  }
  checkOptions(what.toLowerCase(), options, callOptionKinds);
  if (connection.kind === "storage") return connection;
  throw new TableError(
    "service.not-supported",
    `${what} are not offered by Cosmos DB for Table, only by Azure Storage.`,
  );
}

/** Options of {@link removeReceipts}. */
export interface RemoveReceiptsOptions extends CallOptions {
  /**
   * Age from which a receipt is removed, in milliseconds; one day by default. It must be longer than a request may take to arrive: 16
   * minutes with an account key, otherwise the lifetime of the token or the shared access signature.
   */
  readonly minAgeMs?: number | undefined;
}

/** Minimum of {@link RemoveReceiptsOptions.minAgeMs}: a minute more than a request may take to arrive. */
const shortestLifeMs = requestLifeMs + 60_000;

const removeReceiptsOptionKinds: OptionKinds<RemoveReceiptsOptions> = {
  ...callOptionKinds,
  minAgeMs: wholeNumber(shortestLifeMs),
};

/**
 * Deletes receipts that clients no longer use. Receipts are the small rows that writes with `exactly: "once"` leave; queries of this
 * package skip them. Reads the whole table.
 * @param table name of the table, as mapped by `withTables` if `service` is a view from it
 * @returns the number of rows that were deleted
 * @throws TableError `config.invalid-option` for an age below 16 minutes
 */
export async function removeReceipts(
  { connection }: { readonly connection: Connection },
  table: string,
  options: RemoveReceiptsOptions = {},
): Promise<number> {
  checkOptions("removeReceipts", options, removeReceiptsOptionKinds);
  const { signal, timeoutMs, minAgeMs = 24 * 3_600_000 } = options;
  return removeOldReceipts(connection, tableIn(connection, table), minAgeMs, { signal, timeoutMs });
}
