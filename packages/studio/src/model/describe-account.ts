import type { TableServiceView } from "@tablewright/runtime";
import type { Overview } from "../contract/model.js";
import type { AnySchema } from "../project/studio-project.js";
import { describeEntities } from "./describe-entity.js";

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]", "host.docker.internal"]);

/** Lists the tables of the account, and describes the definitions. */
export async function describeAccount(
  service: TableServiceView,
  schemas: readonly AnySchema[],
  isReadOnly: boolean,
): Promise<Overview> {
  const { hostname, pathname, origin } = new URL(service.endpoint);
  const existing: string[] = [];
  for await (const name of service.tables.list()) existing.push(name);
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
