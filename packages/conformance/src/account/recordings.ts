import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RecordedExchange {
  readonly scenario: string;
  readonly service: "storage" | "cosmos";
  readonly index: number;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
}

/** Folder of exchanges recorded from the real service. They are not part of this repository. */
export const recordingsFolder = process.env["TABLES_RECORDINGS"];

/** Reads all recorded exchanges; none if `TABLES_RECORDINGS` is not set. */
export function recordedExchanges(): readonly RecordedExchange[] {
  if (recordingsFolder === undefined || !existsSync(recordingsFolder)) return [];
  const folder = recordingsFolder;
  return (["storage", "cosmos"] as const).flatMap((service) =>
    readdirSync(join(folder, service))
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) => {
        const scenario = JSON.parse(readFileSync(join(folder, service, name), "utf8")) as {
          readonly exchanges: readonly { readonly request: RecordedRequest; readonly response: RecordedResponse }[];
        };
        return scenario.exchanges.map((exchange, index) => ({
          scenario: basename(name, ".json"),
          service,
          index,
          ...exchange,
        }));
      }),
  );
}

/** Returns a recorded response in the form that a transport returns. */
export function buildResponse({ status, headers, body }: RecordedResponse) {
  return { status, headers: Object.entries(headers).flat(), body: new TextEncoder().encode(body) };
}
