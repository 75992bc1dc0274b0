import { reading } from "./reading.js";
import { visit } from "./visit.js";

export const account = "devstoreaccount1";
export const accountKey = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

/** Returns a connection string for the account at an endpoint. */
export function connectionStringTo(endpoint: string): string {
  return `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${accountKey};TableEndpoint=${endpoint}/${account};`;
}

export const rowsPerPage = 1000;
export const rowsPerTransaction = 100;

export const subjects = { reading, visit };

export type SubjectName = keyof typeof subjects;

/** Yields this many items, starting over after the last. */
export function* repeated<T>(items: readonly T[], count: number): Generator<T, void> {
  for (let n = 0; n < count; n++) yield items[n % items.length] as T;
}
