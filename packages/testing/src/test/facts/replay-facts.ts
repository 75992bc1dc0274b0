import { createTableService } from "../../service/create-table-service.js";
import type { TableServiceOptions } from "../../service/service-options.js";
import { etagsIn, type FactResponse, type FactScenario, factOf } from "./fact.js";

/** A response of the service under test that differs from the recorded fact. */
export interface Difference {
  readonly fact: string;
  readonly recorded: ReturnType<typeof factOf>;
  readonly responded: ReturnType<typeof factOf>;
}

/** Sends the requests of a scenario to a new service, and compares the responses with the facts. */
export async function replayFacts(scenario: FactScenario, options: TableServiceOptions): Promise<Difference[]> {
  const tables = Object.fromEntries(scenario.tables.map((name) => [name, []]));
  const service = createTableService({ ...options, tables, authenticate: false });
  const responses: FactResponse[] = [];
  const fill = (text: string) =>
    text
      .replaceAll(/\{etag (\d+)\.(\d+)\}/g, (_, index: string, at: string) => {
        const response = responses[Number(index)];
        return (response && etagsIn(response)[Number(at)]) ?? "";
      })
      .replaceAll(/\{next (\d+) ([\w-]+)\}/g, (_, index: string, header: string) => {
        return encodeURIComponent(responses[Number(index)]?.headers[header] ?? "");
      })
      .replaceAll("{batch}", "batch_1")
      .replaceAll("{batch changeset}", "changeset_1")
      .replaceAll("{host}", service.endpoint);
  const found: Difference[] = [];
  for (const [index, { method, path, headers, body, status, codes, responseHeaders }] of scenario.facts.entries()) {
    const url = path.includes("comp=stats") ? service.endpoint.replace(/(\/[^/]+)$/, "$1-secondary") : service.endpoint;
    const sent = Object.entries(headers).flatMap(([name, value]) => [name, fill(value)]);
    const quoted = body.startsWith("{") ? fillJson(body, fill) : fill(body);
    const response = await service({ method, url: url + fill(path), headers: sent, body: quoted });
    const read = {
      status: response.status,
      headers: pairsOf(response.headers),
      body: Buffer.from(response.body).toString(),
    };
    responses.push(read);
    const recorded = { status, codes, responseHeaders };
    const responded = factOf(read);
    if (JSON.stringify(recorded) !== JSON.stringify(responded)) {
      found.push({ fact: `${scenario.name}, ${index}: ${method} ${path}`, recorded, responded });
    }
  }
  return found;
}

/** Fills in the placeholders of a JSON body, where the quotation marks of an ETag are escaped. */
function fillJson(body: string, fill: (text: string) => string): string {
  return body.replaceAll(/\{(?:etag|next) [^}]*\}/g, (placeholder) => JSON.stringify(fill(placeholder)).slice(1, -1));
}

function pairsOf(headers: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) found[headers[at]?.toLowerCase() ?? ""] = headers[at + 1] ?? "";
  return found;
}
