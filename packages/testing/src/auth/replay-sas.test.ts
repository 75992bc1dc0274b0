import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createTableService, type TableService } from "../service/create-table-service.js";
import { emulatorAccount, emulatorKey } from "../service/service-options.js";
import { type Exchange, needsSignature, type Scenario, scenarios, skipReason } from "../test/recordings.js";

const key = Buffer.from(emulatorKey, "base64");
const hmac = (text: string): string => createHmac("sha256", key).update(text).digest("base64");
const endpoint = `http://127.0.0.1:10002/${emulatorAccount}`;

/** Signs a SAS of the recorded account again, with the key of this account. */
function signedAgain(path: string): string {
  const [bare = "", query = ""] = path.split("?");
  const pairs = new Map(query.split("&").map((pair) => pair.split("=", 2) as [string, string]));
  const field = (name: string): string => decodeURIComponent(pairs.get(name) ?? "");
  const names = pairs.has("tn")
    ? ["sp", "st", "se", "/", "si", "sip", "spr", "sv", "spk", "srk", "epk", "erk"]
    : ["account", "sp", "ss", "srt", "st", "se", "sip", "spr", "sv", ""];
  const special: Record<string, string> = {
    "/": `/table/${emulatorAccount}/${field("tn").toLowerCase()}`,
    account: emulatorAccount,
  };
  pairs.set("sig", encodeURIComponent(hmac(names.map((name) => special[name] ?? field(name)).join("\n"))));
  return `${bare}?${[...pairs].map(([name, value]) => `${name}=${value}`).join("&")}`;
}

/** Returns the time of the recording: the first timestamp in its responses. */
function recordedAt({ exchanges }: Scenario): number {
  for (const { response } of exchanges) {
    const text = /\d{4}-\d\d-\d\dT\d\d(?::|%3A)\d\d(?::|%3A)\d\d/.exec(response.headers["etag"] ?? response.body)?.[0];
    if (text !== undefined) return Date.parse(`${decodeURIComponent(text)}Z`);
  }
  throw new Error("The scenario shows no time.");
}

async function responseTo(
  service: TableService,
  { request }: Exchange,
  now: number,
): Promise<{ status: number; text: string }> {
  const complete = request.path.includes("sv=");
  const path = complete ? signedAgain(request.path) : request.path;
  const headers = Object.entries(request.headers).flat();
  if (!path.includes("sig=")) {
    const date = new Date(now).toUTCString();
    const [bare = "", query = ""] = path.split("?");
    const resource = `/${emulatorAccount}/${emulatorAccount}${bare}${query.includes("comp=acl") ? "?comp=acl" : ""}`;
    headers.push(
      "x-ms-date",
      date,
      "authorization",
      `SharedKeyLite ${emulatorAccount}:${hmac(`${date}\n${resource}`)}`,
    );
  }
  const { status, body } = await service({ method: request.method, url: endpoint + path, headers, body: request.body });
  return { status, text: Buffer.from(body).toString() };
}

const codeOf = (text: string): string | undefined => /"code":"(\w+)"/.exec(text)?.[1];

/** Reads the rows, without the values that depend on the account and the time. */
function rowsOf(text: string): unknown {
  const { value } = JSON.parse(text) as { value: Record<string, unknown>[] };
  return value.map(({ Timestamp: _timestamp, "odata.etag": _etag, ...row }) => row);
}

describe.skipIf(skipReason !== "")(`recorded shared access signatures${skipReason}`, () => {
  const complete = scenarios("storage").filter(
    (scenario) => needsSignature(scenario) && scenario.exchanges.some(({ request }) => request.path.includes("sv=")),
  );

  it("are seven scenarios", () => expect(complete.length).toBeGreaterThanOrEqual(7));

  it.each(complete)("$name is answered alike", async (scenario) => {
    const now = recordedAt(scenario);
    const service = createTableService({ now: () => now });
    for (const exchange of scenario.exchanges) {
      const { status, text } = await responseTo(service, exchange, now);
      const { response } = exchange;
      expect({ status, code: codeOf(text) }, exchange.request.path).toEqual({
        status: response.status,
        code: codeOf(response.body),
      });
      if (response.body.includes('"value":[')) expect(rowsOf(text)).toEqual(rowsOf(response.body));
    }
  });
});

describe.skipIf(skipReason !== "")(`recorded scenarios whose signatures were cut${skipReason}`, () => {
  const cut = scenarios("storage").filter(
    (scenario) => needsSignature(scenario) && !scenario.exchanges.some(({ request }) => request.path.includes("sv=")),
  );
  const decoded = (body: string): string => (body.startsWith("LS1") ? Buffer.from(body, "base64").toString() : body);
  /** Reduces the lines of a batch response to the JSON members that stay the same. */
  const comparable = (text: string): unknown => {
    if (text.startsWith("--")) {
      return [...text.matchAll(/^(HTTP\/1.*|[A-Za-z-]+(?=: )|\{.*)\r?$/gm)].map(
        (match) => (match[1] ?? "").split("\\n")[0],
      );
    }
    if (!text.startsWith("{")) return text;
    const {
      Timestamp: _timestamp,
      "odata.etag": _etag,
      "odata.metadata": metadata,
      "odata.error": error,
      ...row
    } = JSON.parse(text) as Record<string, unknown>;
    return {
      ...row,
      metadata: String(metadata).replace(/^.*\$metadata/, ""),
      error: codeOf(JSON.stringify(error ?? "")),
    };
  };
  /** Scenarios that start with rows which other scenarios left. */
  const needsRows = /js-list-|js-trace-|js-send-a-set-of-u/;

  it.each(cut.filter(({ name }) => !needsRows.test(name)))(
    "$name is answered alike by the account's owner",
    async (scenario) => {
      const tables = { tableClientTestnode: [], batchTableTestnode: [] };
      const service = createTableService({ tables, authenticate: false });
      for (const { request, response } of scenario.exchanges) {
        const url = endpoint + request.path.replace(/([?&])(?:st|spr|sig)=[^&]*(?=&|$)/g, "$1").replace(/&+/g, "&");
        const body = decoded(request.body).replaceAll("https://fakeaccountname.table.core.windows.net", endpoint);
        const live = await service({
          method: request.method,
          url,
          headers: Object.entries(request.headers).flat(),
          body,
        });
        expect(live.status, request.path).toBe(response.status);
        expect(comparable(Buffer.from(live.body).toString())).toEqual(comparable(decoded(response.body)));
      }
    },
  );
});
