import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Exchange {
  readonly request: Recorded & { readonly method: string; readonly path: string };
  readonly response: Recorded & { readonly status: number };
}

interface Recorded {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Scenario {
  readonly name: string;
  readonly file: string;
  readonly exchanges: readonly Exchange[];
}

/** Folder of exchanges recorded from the real service. Undefined on a machine without them. */
export const recordings: string | undefined = process.env["TABLES_RECORDINGS"];

/** Script that replays the exchanges against a server, next to the recordings. */
export const replayScript: string | undefined = recordings && join(recordings, "..", "tools", "replay.mjs");

export const skipReason =
  recordings === undefined
    ? " (skipped: TABLES_RECORDINGS names no folder of recorded exchanges)"
    : existsSync(recordings)
      ? ""
      : ` (skipped: ${recordings} does not exist)`;

/** Folder of the recordings of 2021 and 2022, next to the others; undefined on a machine without them. */
export const laterRecordings: string | undefined = recordings && join(recordings, "..", "recordings-2022");

export function scenarios(kind: "storage" | "cosmos"): Scenario[] {
  if (recordings === undefined || skipReason !== "") return [];
  const folder = join(recordings, kind);
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const file = join(folder, name);
      return { ...(JSON.parse(readFileSync(file, "utf8")) as Omit<Scenario, "file">), file };
    });
}

export function needsSignature({ exchanges }: Scenario): boolean {
  return exchanges.some(({ request }) => request.path.includes("sig="));
}
