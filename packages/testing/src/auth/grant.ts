import { ServiceError } from "../errors/service-error.js";
import type { EntityKeys } from "../rules/check-names.js";

/**
 * Range of keys that a table SAS allows, bounds included. Entities are compared by PartitionKey, then by RowKey. A missing bound sets no
 * limit.
 */
interface KeyBounds {
  readonly startPartitionKey?: string | undefined;
  readonly startRowKey?: string | undefined;
  readonly endPartitionKey?: string | undefined;
  readonly endRowKey?: string | undefined;
}

/** Permissions of a request, by the kind of credential that it was authenticated with. */
export type Grant =
  /** Shared Key: all operations are allowed. */
  | { readonly kind: "owner" }
  /** Bearer token: all operations are allowed except those on access policies. This service cannot check the roles of the token's owner. */
  | { readonly kind: "bearer" }
  | { readonly kind: "account-sas"; readonly permissions: string; readonly resourceTypes: string }
  | { readonly kind: "table-sas"; readonly table: string; readonly permissions: string; readonly bounds: KeyBounds };

/**
 * Rejects an operation on the service (`s`) or on tables (`c`) unless the request has at least one of these permissions, written as
 * letters.
 */
export function authorizeAccount(grant: Grant, resourceType: "s" | "c", permissions: string): void {
  if (grant.kind === "owner" || grant.kind === "bearer") return;
  if (grant.kind === "table-sas") throw new ServiceError("AuthorizationFailure");
  if (!grant.resourceTypes.includes(resourceType)) throw new ServiceError("AuthorizationResourceTypeMismatch");
  if (![...permissions].some((permission) => grant.permissions.includes(permission))) {
    throw new ServiceError("AuthorizationPermissionMismatch");
  }
}

/** Rejects a request unless it has all permissions of the account's owner, as operations on access policies need. */
export function authorizeOwner(grant: Grant): void {
  if (grant.kind !== "owner") throw new ServiceError("AuthorizationFailure");
}

/** Rejects an operation on the entity with these keys unless the request has all of these permissions, written as letters. */
export function authorizeEntities(grant: Grant, permissions: string, table: string, keys: EntityKeys): void {
  authorizePermissions(grant, permissions, table);
  if (grant.kind === "table-sas" && !isWithin(grant.bounds, keys)) throw new ServiceError("AuthorizationFailure");
}

/** Rejects a query that has no permission to read the table. Otherwise returns a predicate for the entities that the query may return. */
export function authorizedRange(grant: Grant, table: string): (keys: EntityKeys) => boolean {
  authorizePermissions(grant, "r", table);
  return grant.kind === "table-sas" ? (keys) => isWithin(grant.bounds, keys) : () => true;
}

function authorizePermissions(grant: Grant, permissions: string, table: string): void {
  if (grant.kind === "owner" || grant.kind === "bearer") return;
  const given = [...permissions].every((permission) => grant.permissions.includes(permission));
  if (grant.kind === "table-sas") {
    if (grant.table !== table.toLowerCase()) throw new ServiceError("AuthorizationFailure");
  } else if (!grant.resourceTypes.includes("o")) throw new ServiceError("AuthorizationResourceTypeMismatch");
  if (!given) throw new ServiceError("AuthorizationPermissionMismatch");
}

function isWithin(bounds: KeyBounds, { partitionKey, rowKey }: EntityKeys): boolean {
  const { startPartitionKey, startRowKey, endPartitionKey, endRowKey } = bounds;
  if (startPartitionKey !== undefined) {
    if (partitionKey < startPartitionKey) return false;
    if (partitionKey === startPartitionKey && startRowKey !== undefined && rowKey < startRowKey) return false;
  }
  if (endPartitionKey !== undefined) {
    if (partitionKey > endPartitionKey) return false;
    if (partitionKey === endPartitionKey && endRowKey !== undefined && rowKey > endRowKey) return false;
  }
  return true;
}
