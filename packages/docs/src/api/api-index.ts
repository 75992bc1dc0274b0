import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Module in the API reference. */
export interface ApiModule {
  /** Address of its page, e.g. `/api/runtime`. */
  readonly address: string;
  /** Names of the exports that have their own pages. */
  readonly pages: readonly string[];
  /** Addresses of its exports by name, e.g. `/api/runtime/TableServiceClient` or `/api/runtime#etag`. */
  readonly exports: Readonly<Record<string, string>>;
}

/** Modules of the API reference by the name that programs import. */
export type ApiIndex = Readonly<Record<string, ApiModule>>;

/** File of the index. `pnpm docs:api` writes it. */
export const apiIndexFile = fileURLToPath(new URL("../../node_modules/.cache/api-index.json", import.meta.url));

/** Reads the index; empty before the first `pnpm docs:api`. */
export function readApiIndex(): ApiIndex {
  return existsSync(apiIndexFile) ? (JSON.parse(readFileSync(apiIndexFile, "utf8")) as ApiIndex) : {};
}

/** Returns the address of each export by its name. If several modules export a name, returns the address in the first of them. */
export function addressesByName(index: ApiIndex): ReadonlyMap<string, string> {
  const all = Object.values(index).flatMap(({ exports }) => Object.entries(exports));
  return new Map(all.reverse());
}
