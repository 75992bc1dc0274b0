import { isTableError, SasCredential, SharedKeyCredential, TableServiceClient } from "@tablewright/runtime";
import { beforeAll, describe, expect, it } from "vitest";
import { type AccessPolicy, writeAccessPolicies } from "../../../runtime/src/admin/access-policies.js";
import { type ServiceProperties, writeServiceProperties } from "../../../runtime/src/admin/service-properties.js";
import { loadXmlParser, parseXml, type XmlElement } from "../../../runtime/src/admin/xml.js";
import { toServiceError } from "../../../runtime/src/rest/to-service-error.js";
import { azuriteAccount } from "../azurite.js";
import { impliedType, parseCall } from "./recorded-call.js";
import { buildResponse, type RecordedExchange, recordedExchanges, recordingsFolder } from "./recordings.js";

/**
 * Headers that are compared. The rest of our requests intentionally differs from those of other clients and is not compared: Prefer:
 * return-no-content (we ask for a bare 204), DataServiceVersion on every OData request, the `odata=` parameter of Accept and Content-Type
 * (we always ask for minimal metadata and send plain JSON), Accept if the recorded client accepted anything, a version other than
 * 2019-02-02, percent-encoding of characters that need none, an AccessPolicy element without content.
 */
const comparedHeaders = ["if-match", "x-ms-version"] as const;
const comparedMediaTypes = ["accept", "content-type"] as const;

/** Scenarios about the account. Responses with an error are replayed from every scenario. */
const accountScenarios = /^(get-table-acl|set-|too-many-cors|response-callback|js-send-a-null-ap|sas-|account-sas)/;

/** Scenario of a client that escaped the quotes of keys in its body as in a URL. We send them as they are. */
const misquoted = "operations-on-entity-with-partition-key-having-single-quote";

await loadXmlParser();
const exchanges = recordedExchanges();
const about = exchanges.filter(
  ({ scenario, response, request }) =>
    request.path !== "/$batch" &&
    scenario !== misquoted &&
    (accountScenarios.test(scenario) || response.status >= 400) &&
    parseCall(request) !== undefined,
);

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body?: string | Uint8Array | undefined;
}

/** Makes the recorded call with our client, and responds with the recorded response. */
async function replay({ request, response, service }: RecordedExchange) {
  const sent: Sent[] = [];
  const sas = /(?:^|[?&])((?:st|se|sp|sv|si|ss|srt|spk|srk|epk|erk|tn|sip|spr)=[^$]*sig=.*)$/.exec(request.path)?.[1];
  const credential =
    sas === undefined ? new SharedKeyCredential(azuriteAccount.name, azuriteAccount.key) : new SasCredential(sas);
  const client = new TableServiceClient("https://account.table.core.windows.net", credential, {
    kind: service,
    retry: false,
    transport: async (next) => {
      sent.push(next);
      return buildResponse(response);
    },
  });
  let outcome: unknown;
  let error: unknown;
  try {
    outcome = await parseCall(request)?.(client);
  } catch (thrown) {
    error = thrown;
  }
  return { sent, outcome, error };
}

function serviceCodeOf(body: string): string | undefined {
  const code = /"code":\s*"([^"]+)"|<m:code>([^<]+)</.exec(body);
  return code?.[1] ?? code?.[2];
}

function header(headers: readonly string[], name: string): string | undefined {
  const at = headers.findIndex((candidate, index) => index % 2 === 0 && candidate.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}

const mediaType = (value: string | undefined): string | undefined => value?.split(";")[0]?.trim();

/** Parses path and query, each part decoded once. */
function address(path: string): unknown {
  const [before = "", search = ""] = path.split("?");
  return [decodeURIComponent(before), search.split("&").map(decodeURIComponent).sort()];
}

/** Parses a body as a tree: JSON without the annotations that its values imply, or XML without order. */
function tree(body: string | Uint8Array | undefined): unknown {
  const text = typeof body === "string" ? body : Buffer.from(body ?? []).toString();
  if (text === "") return undefined;
  if (/^\ufeff?</.test(text)) return xmlTree(parseXml(text.replace(/>\s+</g, "><")));
  const json = JSON.parse(text) as Record<string, unknown>;
  for (const [name, value] of Object.entries(json)) {
    const property = name.replace(/@odata\.type$/, "");
    if (property !== name && (value === impliedType(json[property]) || value === "Edm.Double")) delete json[name];
    if (name === "Timestamp" || value === null) delete json[name];
  }
  return json;
}

function xmlTree({ name, children, text }: XmlElement): unknown {
  if (children.length === 0) return name === "AccessPolicy" ? undefined : { [name]: text.replace(/\.0{7}Z$/, "Z") };
  return {
    [name]: children
      .map(xmlTree)
      .filter((child) => child !== undefined)
      .map((child) => JSON.stringify(child))
      .sort(),
  };
}

describe.skipIf(exchanges.length === 0)("recorded exchanges of the real service (TABLES_RECORDINGS)", () => {
  beforeAll(loadXmlParser);

  it.each(about.map((exchange) => [`${exchange.service} ${exchange.scenario} ${exchange.index}`, exchange] as const))(
    "%s: the same request, and the recorded outcome",
    async (_, exchange) => {
      const { request, response } = exchange;
      const { sent, outcome, error } = await replay(exchange);
      const [own] = sent;
      if (own === undefined) {
        // The client rejects it before sending. The service rejected it too.
        expect(isTableError(error)).toBe(true);
        expect(response.status).toBeGreaterThanOrEqual(400);
        return;
      }
      const merge = request.method === "PATCH" && exchange.service === "cosmos";
      expect(own.method).toBe(merge ? "POST" : request.method);
      if (merge) expect(header(own.headers, "x-http-method"), "Cosmos has no PATCH").toBe("MERGE");
      expect(address(own.url.slice("https://account.table.core.windows.net".length))).toEqual(address(request.path));
      for (const name of comparedHeaders) {
        if (name === "x-ms-version" && request.headers[name] !== "2019-02-02") continue;
        if (name === "if-match" && request.method === "DELETE" && request.headers[name] === undefined) continue;
        expect(header(own.headers, name), name).toBe(request.headers[name]);
      }
      for (const name of comparedMediaTypes) {
        if (request.headers[name] === "*/*") continue;
        expect(mediaType(header(own.headers, name)), name).toBe(mediaType(request.headers[name]));
      }
      expect(tree(own.body)).toEqual(tree(request.body));
      if (response.status < 400) expect(error).toBeUndefined();
      else if (error === undefined) expect([response.status, Boolean(outcome)]).toEqual([404, false]);
      else expect(error).toMatchObject({ status: response.status, serviceCode: serviceCodeOf(response.body) });
    },
  );

  it("every error of a single request keeps status and service code", () => {
    const failed = exchanges.filter(({ response }) => response.status >= 400);
    expect(failed.length).toBeGreaterThan(20);
    for (const { response } of failed) {
      expect(toServiceError(buildResponse(response))).toMatchObject({
        status: response.status,
        serviceCode: serviceCodeOf(response.body),
        requestId: /RequestI[dD]:([0-9a-f-]+)/.exec(response.body)?.[1],
      });
    }
  });

  it("what was read of properties and policies says the same when it is written again", async () => {
    const read = about.filter(({ request }) => request.method === "GET" && /comp=(acl|properties)/.test(request.path));
    expect(read.length).toBeGreaterThan(4);
    for (const exchange of read) {
      const { outcome } = await replay(exchange);
      const again = Array.isArray(outcome)
        ? writeAccessPolicies(outcome as readonly AccessPolicy[])
        : writeServiceProperties(outcome as ServiceProperties);
      expect(tree(again)).toEqual(tree(exchange.response.body));
    }
  });
});

it.skipIf(recordingsFolder !== undefined)(
  "recordings are not there: set TABLES_RECORDINGS to compare with the real service",
  () => {
    expect(exchanges).toEqual([]);
  },
);
