import { isTableError, type TableServiceView } from "@tablewright/runtime";
import type { Overview } from "../contract/model.js";
import type { AnySchema } from "../project/studio-project.js";
import { describeEntities } from "./describe-entity.js";

/** Host names that mean this machine. An account at one of them is an emulator. */
const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]", "host.docker.internal"]);

/** Describes the account, its tables and the project's entity definitions for the page. */
export async function describeAccount(
  service: TableServiceView,
  schemas: readonly AnySchema[],
  isReadOnly: boolean,
): Promise<Overview> {
  const { hostname, pathname, origin } = new URL(service.endpoint);
  const existing = await listTables(service, schemas);
  const known = new Set(existing.map((name) => name.toLowerCase()));
  const missing = new Set(schemas.map(({ table }) => table).filter((table) => !known.has(table.toLowerCase())));
  const isEmulator = loopback.has(hostname);
  return {
    account: isEmulator ? pathname.replaceAll("/", "") || hostname : (hostname.split(".")[0] ?? hostname),
    endpoint: origin + pathname.replace(/\/$/, ""),
    kind: service.kind,
    isEmulator,
    isReadOnly,
    tables: [
      ...existing.map((name) => ({ name, exists: true })),
      ...[...missing].map((name) => ({ name, exists: false })),
    ].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    entities: describeEntities(schemas),
  };
}

/**
 * Lists the names of the account's tables. A shared access signature for one table may not list tables; then returns the tables that the
 * definitions name.
 */
async function listTables(service: TableServiceView, schemas: readonly AnySchema[]): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const name of service.tables.list()) names.push(name);
    return names;
  } catch (error) {
    if (!isTableError(error) || !error.code.startsWith("auth.") || schemas.length === 0) throw error;
    return [...new Set(schemas.map(({ table }) => table))];
  }
}
