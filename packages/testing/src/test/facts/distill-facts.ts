/**
 * Writes the facts of exchanges that were recorded from the real service, so that tests can compare the strict service with them even on
 * machines without the recordings. `TABLES_RECORDINGS=FOLDER pnpm facts` runs it. The recordings are those of the Azure SDKs for Python, Go
 * and JavaScript (MIT).
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  decodeBody,
  etagsIn,
  type Fact,
  type FactScenario,
  type FactSet,
  factFile,
  factOf,
  factSets,
  writeFacts,
} from "./fact.js";
import { inventWords } from "./invent-words.js";

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Recording {
  readonly name: string;
  readonly exchanges: readonly {
    readonly request: Message & { readonly method: string; readonly path: string };
    readonly response: Message & { readonly status: number };
  }[];
}

/** Turns the recordings of a service and year into facts. Leaves out scenarios with a SAS, whose signature cannot be reproduced. */
export function distillFacts(recordings: string, set: FactSet): FactScenario[] {
  const [service = "", year] = set.split("-");
  const folder = join(recordings, year === "2022" ? "../recordings-2022" : ".", service);
  const read = readdirSync(folder)
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Recording);
  const scenarios = read.filter(({ exchanges }) => !exchanges.some(({ request }) => request.path.includes("sig=")));
  return scenarios.map((recording, index) => distill(recording, `${set} ${index}`));
}

function distill({ exchanges }: Recording, name: string): FactScenario {
  const known: Known = { etags: new Map(), tokens: new Map() };
  const optionKinds = exchanges.map(({ request, response }, index) => {
    const body = neutralBinary(plainBatch(decodeBody(request.body)));
    const form = { path: placeholders(request.path, known), body: placeholders(body, known), ifMatch: "" };
    form.ifMatch = placeholders(request.headers["if-match"] ?? "", known);
    for (const [at, etag] of etagsIn(response).entries()) {
      if (!known.etags.has(etag)) known.etags.set(etag, `{etag ${index}.${at}}`);
    }
    for (const [header, value] of Object.entries(response.headers)) {
      if (header.startsWith("x-ms-continuation")) known.tokens.set(value, `{next ${index} ${header}}`);
    }
    return form;
  });
  const responses = exchanges.map(({ response }) => response.body);
  const invent = inventWords([...optionKinds.flatMap(({ path, body }) => [path, body]), ...responses]);
  const facts = exchanges.map(({ request, response }, index): Fact => {
    const { path = "", body = "", ifMatch = "" } = optionKinds[index] ?? {};
    const headers = Object.entries(request.headers).map(([header, value]) => [
      header,
      header === "if-match" ? ifMatch : boundary(value),
    ]);
    return {
      method: request.method,
      path: invent(path),
      headers: Object.fromEntries(headers),
      body: invent(body),
      ...factOf(response),
    };
  });
  return { name, tables: tablesBefore(facts, responses.map(invent)), facts };
}

/** Values in earlier responses of the scenario that later requests may repeat, with the placeholder for each. */
interface Known {
  readonly etags: Map<string, string>;
  readonly tokens: Map<string, string>;
}

/** Replaces the ETags and continuation tokens of earlier responses by placeholders. Clients encode the tokens in different ways. */
function placeholders(text: string, { etags, tokens }: Known): string {
  let replaced = text.replaceAll(/(Next\w+=)([^&]*)/g, (whole, name: string, value: string) => {
    const token = decodeURIComponent(value.replaceAll("+", "%20"));
    const placeholder = tokens.get(token) ?? tokens.get(token.replaceAll(" ", "+"));
    return placeholder === undefined ? whole : name + placeholder;
  });
  for (const [etag, placeholder] of etags) {
    replaced = replaced.replaceAll(etag, placeholder).replaceAll(JSON.stringify(etag).slice(1, -1), placeholder);
  }
  return replaced;
}

function boundary(value: string): string {
  return value.replace(/boundary=.*/, "boundary={batch}");
}

/** Removes from the body of a batch the identity of its client, its date, and the names of its boundaries. */
function plainBatch(body: string): string {
  if (!body.startsWith("--")) return body;
  const [first = ""] = body.split(/\r?\n/, 1);
  const changeset = /boundary=(\S+)/.exec(body)?.[1] ?? "changeset";
  return body
    .replaceAll(first.slice(2), "{batch}")
    .replaceAll(changeset, "{batch changeset}")
    .replaceAll(/^(?:x-ms-date|date|x-ms-client-request-id|content-length|user-agent):.*\r?\n/gim, "")
    .replaceAll(/https:\/\/[A-Za-z0-9_-]+\.table\.[a-z.]+(?::443)?\//g, "{host}/");
}

/** Replaces each Edm.Binary value in a body by as many zero bytes. */
function neutralBinary(body: string): string {
  return body.replaceAll(
    /("(\w+)@odata\.type": ?"Edm\.Binary"[^}]*?"\2": ?")([^"]*)"|("(\w+)": ?")([^"]*)(", ?"\5@odata\.type": ?"Edm\.Binary")/g,
    (_, before = "", _name, text = "", other = "", _other, value = "", after = '"') =>
      `${before}${other}${Buffer.alloc(Buffer.from(text + value, "base64").length).toString("base64")}${after}`,
  );
}

/** Finds the tables that existed before a scenario: those that it used, listed or deleted without having created them. */
function tablesBefore(facts: readonly Fact[], bodies: readonly string[]): string[] {
  const made = new Set<string>();
  const before = new Map<string, string>();
  const used = (name: string | undefined) => {
    if (name !== undefined && !made.has(name.toLowerCase())) before.set(name.toLowerCase(), name);
  };
  for (const [index, { method, path, body, status }] of facts.entries()) {
    const isDone = status >= 200 && status < 300;
    if (method === "POST" && /^\/Tables\b/.test(path)) {
      const name = /"TableName"\s*:\s*"([^"]+)"/.exec(body)?.[1];
      if (status === 409) used(name);
      if (isDone && name !== undefined) made.add(name.toLowerCase());
    } else if (isDone && method === "GET" && /^\/Tables\b/.test(path)) {
      for (const [, name] of (bodies[index] ?? "").matchAll(/"TableName":"([^"]+)"/g)) used(name);
    } else if (isDone)
      used(
        (/^\/Tables\('([^']+)'\)/.exec(path) ??
          /^\/(?!Tables\b)([A-Za-z][A-Za-z0-9]{2,62})(?:\(|\?|$)/.exec(path))?.[1],
      );
  }
  return [...before.values()];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const recordings = process.env["TABLES_RECORDINGS"];
  if (recordings === undefined) throw new Error("TABLES_RECORDINGS names no folder of recorded exchanges.");
  for (const set of factSets) writeFileSync(factFile(set), writeFacts(distillFacts(recordings, set)));
}
