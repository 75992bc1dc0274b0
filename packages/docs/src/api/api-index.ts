import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Addresses in the site of a module's exports, by module and name, e.g. `/api/runtime#tableserviceclient`. */
export type ApiIndex = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** File of the index. `pnpm docs:api` writes it. */
export const apiIndexFile = fileURLToPath(new URL("../../node_modules/.cache/api-index.json", import.meta.url));

/** Reads the index; empty before the first `pnpm docs:api`. */
export function readApiIndex(): ApiIndex {
  return existsSync(apiIndexFile) ? (JSON.parse(readFileSync(apiIndexFile, "utf8")) as ApiIndex) : {};
}

/** Returns the address of each export by its name. If several modules export a name, returns the address in the first of them. */
export function addressesByName(index: ApiIndex): ReadonlyMap<string, string> {
  const all = Object.values(index).flatMap((addresses) => Object.entries(addresses));
  return new Map(all.reverse());
}
