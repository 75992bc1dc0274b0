import type { HttpRequest, HttpResponse, Transport } from "@tablewright/runtime";
import { type Properties, parseWrites, rowOf } from "../world/parse-writes.js";
import { factsText, isFence, withBody } from "./broken-requests.js";
import { factsIn, splitFacts } from "./facts-in.js";

/** Row that a client reads after one of its writes, and that write. Facts (records of a row's last writes) are in base64, newest first. */
export interface Look {
  readonly facts: readonly string[];
  /** Fact of the write. */
  readonly own: string;
  /** Facts of the version that the write replaces. */
  readonly before: readonly string[];
  /** True if the row still has the version that the write replaces. */
  readonly isOpen: boolean;
  /** True if an attempt of the write got no response. */
  readonly isLost: boolean;
}

interface OwnWrite extends Pick<Look, "own" | "before"> {
  readonly ifMatch: string | undefined;
  isLost: boolean;
}

const markerLength = 12;

/** Beginning of an invented fact (record of a write). In a real fact it identifies the write. */
const invented = "f".repeat(markerLength);

export function isOwn({ facts, own }: Look): boolean {
  return facts.some((fact) => fact.slice(0, markerLength) === own.slice(0, markerLength));
}

/**
 * Makes a client believe that another write replaced its version: in each row that `isDenied` accepts, a read returns an invented fact
 * (record of a write) in place of the client's. Requests never contain the invented fact, so other clients read the real ones.
 */
export function denying(isDenied: (look: Look) => boolean): (send: Transport) => Transport {
  return (send) => {
    const writes = new Map<string, OwnWrite>();
    return async (request) => {
      if (request.method === "GET") return deny(await send(request), writes.get(rowOf(request.url)), isDenied);
      if (!isFence(request)) note(writes, request);
      const rows = parseWrites(request).map(({ row }) => row);
      try {
        const response = await send(withBody(request, withoutInvented));
        const isRefused = response.status >= 400 && response.status < 500;
        for (const row of rows) markEnd(writes, row, isRefused || response.status === 202, response.status === 204);
        return response;
      } catch (error) {
        for (const row of rows) markEnd(writes, row, false, false);
        throw error;
      }
    };
  };
}

function note(writes: Map<string, OwnWrite>, request: HttpRequest): void {
  for (const { row, properties, ifMatch } of parseWrites(request)) {
    const [own, ...before] = factsIn(properties).filter((fact) => !fact.startsWith(invented));
    if (own !== undefined && writes.get(row)?.own !== own) writes.set(row, { own, before, ifMatch, isLost: false });
  }
}

function markEnd(writes: Map<string, OwnWrite>, row: string, isAnswered: boolean, isApplied: boolean): void {
  const write = writes.get(row);
  if (isApplied) writes.delete(row);
  else if (write !== undefined && !isAnswered) write.isLost = true;
}

function deny(response: HttpResponse, write: OwnWrite | undefined, isDenied: (look: Look) => boolean): HttpResponse {
  if (write === undefined || response.status !== 200) return response;
  let row: Properties;
  try {
    row = JSON.parse(new TextDecoder().decode(response.body)) as Properties;
  } catch {
    return response;
  }
  const look = { ...write, facts: factsIn(row), isOpen: row["odata.etag"] === write.ifMatch };
  if (!isDenied(look)) return response;
  const others = look.facts.filter((fact) => fact.slice(0, markerLength) !== write.own.slice(0, markerLength));
  const facts = [...others, invented + write.own.slice(markerLength)].join("");
  const name = "count" in row ? "writes" : "_w";
  const body = JSON.stringify({ ...row, [`${name}@odata.type`]: "Edm.Binary", [name]: facts });
  return { ...response, body: new TextEncoder().encode(body) };
}

function withoutInvented(body: string): string {
  return body.replace(factsText, (_, start: string, facts: string) => {
    const kept = splitFacts(facts).filter((fact) => !fact.startsWith(invented));
    return start + kept.join("");
  });
}
