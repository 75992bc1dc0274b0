import { isIP } from "node:net";
import { isTableError, type TableServiceView } from "@tablewright/runtime";
import type { AccountInfo, Overview } from "../contract/model.js";
import type { AnySchema, StudioProject } from "../project/studio-project.js";
import { describeEntities } from "./describe-entity.js";

/** Host names that mean this machine. An account at one of them is an emulator. */
const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]", "host.docker.internal"]);

/** Returns the name and address of an account, and whether it is an emulator. Sends no request. */
export function nameAccount(service: TableServiceView): AccountInfo {
  const { hostname, pathname, origin } = new URL(service.endpoint);
  const isEmulator = loopback.has(hostname);
  return {
    // An address has the account in its path, and a name of a host in its first part.
    account:
      isEmulator || isAddress(hostname)
        ? pathname.replaceAll("/", "") || hostname
        : (hostname.split(".")[0] ?? hostname),
    endpoint: origin + pathname.replace(/\/$/, ""),
    kind: service.kind,
    isEmulator,
  };
}

/** Describes the account, its tables and the project's entity definitions for the page. */
export async function describeAccount(
  service: TableServiceView,
  { schemas, sql }: StudioProject,
  isReadOnly: boolean,
): Promise<Overview> {
  const listed = await listTables(service, schemas);
  const existing = listed ?? [...new Set(schemas.map(({ table }) => table))];
  const known = new Set(existing.map((name) => name.toLowerCase()));
  const missing = new Set(schemas.map(({ table }) => table).filter((table) => !known.has(table.toLowerCase())));
  return {
    ...nameAccount(service),
    isReadOnly,
    hasSql: sql !== undefined,
    areListed: listed !== undefined,
    tables: [
      ...existing.map((name) => ({ name, exists: true })),
      ...[...missing].map((name) => ({ name, exists: false })),
    ].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    entities: describeEntities(schemas),
  };
}

/** Returns whether the name of a host is an address of IPv4 or IPv6. */
function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
}

/**
 * Lists the names of the account's tables. Returns undefined if the credential may read tables but not list them, as a signature for one
 * table.
 */
async function listTables(service: TableServiceView, schemas: readonly AnySchema[]): Promise<string[] | undefined> {
  const names: string[] = [];
  try {
    for await (const name of service.tables.list()) names.push(name);
    return names;
  } catch (error) {
    // Azurite rejects a wrong key with the same code, but then nothing can be read either.
    if (isTableError(error, "auth.forbidden") && (await canReadOne(service, schemas))) return undefined;
    throw error;
  }
}

/** Returns whether the credential may read one of the tables of the definitions. */
async function canReadOne(service: TableServiceView, schemas: readonly AnySchema[]): Promise<boolean> {
  for (const table of new Set(schemas.map((schema) => schema.table))) {
    try {
      await service.table(table).scan().page({ size: 1 });
      return true;
    } catch (error) {
      if (!isTableError(error)) throw error;
      if (error.code === "table.not-found") return true;
    }
  }
  return false;
}
