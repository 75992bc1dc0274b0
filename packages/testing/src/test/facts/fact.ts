import { readFileSync } from "node:fs";

/**
 * Fact about the real service: a request, and the status, the error code and the headers of its response. The names, the keys and the texts
 * of the request are invented. In the request, `{etag 3.0}` stands for the first ETag in the response to request 3 of the scenario, and
 * `{next 3 x-ms-continuation-…}` for the continuation token in that header of the response.
 */
export interface Fact {
  readonly method: string;
  /** Path and query below the endpoint. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
  /** Codes in the response: the status of each part of a batch, then the code of an error, if there is one. */
  readonly codes: readonly string[];
  /** Names of the headers that every client reads, and the media type. */
  readonly responseHeaders: readonly string[];
}

/** The facts of a recorded scenario in order, with the tables that existed before it. */
export interface FactScenario {
  readonly name: string;
  readonly tables: readonly string[];
  readonly facts: readonly Fact[];
}

/** Sets of recordings, by service and year. */
export const factSets = ["storage-2020", "cosmos-2020", "storage-2022", "cosmos-2022"] as const;
export type FactSet = (typeof factSets)[number];

export function factFile(set: FactSet): URL {
  return new URL(`${set}.ndjson`, import.meta.url);
}

/** Headers of most requests. A line contains only headers that differ from these, with an empty value for one that is missing. */
const usualHeaders = {
  accept: "application/json;odata=minimalmetadata",
  "content-type": "application/json;odata=nometadata",
  dataserviceversion: "3.0",
  "x-ms-version": "2019-02-02",
};

type FactLine = readonly [
  request: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  status: number,
  codes: readonly string[],
  responseHeaders: readonly string[],
];

/** Reads facts as {@link writeFacts} writes them: a scenario's line, then one line for each of its facts. */
export function readFacts(set: FactSet): FactScenario[] {
  const found: (Omit<FactScenario, "facts"> & { readonly facts: Fact[] })[] = [];
  for (const line of readFileSync(factFile(set), "utf8").split("\n").filter(Boolean)) {
    const read = JSON.parse(line) as FactLine | Omit<FactScenario, "facts">;
    if ("name" in read) found.push({ ...read, facts: [] });
    else found.at(-1)?.facts.push(readFact(read));
  }
  return found;
}

function readFact([request, others, body, status, codes, responseHeaders]: FactLine): Fact {
  const [method = "", path = ""] = request.split(/ (.*)/s);
  const all = Object.entries<string>({ ...usualHeaders, ...others });
  const headers = Object.fromEntries(all.filter(([, value]) => value !== ""));
  return { method, path, headers, body, status, codes, responseHeaders };
}

/** Returns the lines of scenarios. Each scenario is written only once. */
export function writeFacts(scenarios: readonly FactScenario[]): string {
  const distinct = new Map(
    scenarios.toReversed().map((scenario) => [JSON.stringify({ ...scenario, name: "" }), scenario]),
  );
  const lines = [...distinct.values()]
    .toReversed()
    .flatMap(({ facts, ...scenario }) => [scenario, ...facts.map(writeFact)]);
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function writeFact({ method, path, headers, body, status, codes, responseHeaders }: Fact): FactLine {
  const missing = Object.keys(usualHeaders).filter((name) => headers[name] === undefined);
  const own = Object.entries(headers).filter(([name, value]) =>
    Object.entries(usualHeaders).every(([usual, its]) => usual !== name || its !== value),
  );
  const others = Object.fromEntries([...own, ...missing.map((name) => [name, ""] as const)]);
  return [`${method} ${path}`, others, body, status, codes, responseHeaders];
}

/** A response, from a recording or from a server. */
export interface FactResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const compared = ["etag", "location", "preference-applied"];

/** Returns the parts of a response that a fact contains. */
export function factOf({ status, headers, body }: FactResponse): Pick<Fact, "status" | "codes" | "responseHeaders"> {
  const text = decodeBody(body);
  const parts = [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, part = ""]) => part);
  const code =
    headers["x-ms-error-code"] ?? /"code"\s*:\s*"([^"]+)"|<(?:m:)?code>([^<]+)</i.exec(text)?.slice(1).join("");
  const names = Object.keys(headers).filter((name) => compared.includes(name) || name.startsWith("x-ms-continuation"));
  const type = headers["content-type"]?.split(";")[0];
  return {
    status,
    codes: [...parts, ...(code === undefined ? [] : [code])],
    responseHeaders: [...names.sort(), ...(type === undefined ? [] : [type])],
  };
}

/** Returns the ETags in a response, in their order: the header's, then those of the body. */
export function etagsIn({ headers, body }: FactResponse): string[] {
  const ofBody = decodeBody(body).match(/W\/\\?"datetime'[^']*'\\?"/g) ?? [];
  return [...(headers["etag"] === undefined ? [] : [headers["etag"]]), ...ofBody].map((etag) =>
    etag.replaceAll("\\", ""),
  );
}

/** Returns a recorded body as text. Some recordings contain the bodies of batches as base64. */
export function decodeBody(body: string): string {
  return body.startsWith("LS1") ? Buffer.from(body, "base64").toString() : body;
}
