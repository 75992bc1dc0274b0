import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createTableService, type TableService } from "../service/create-table-service.js";
import { emulatorKey, type TableServiceOptions } from "../service/service-options.js";
import { acceptsUnexpired } from "./bearer-token.js";

/** Date of the signatures, which a separate implementation computed for the emulator's account. */
const date = "Fri, 26 Jun 2015 23:39:12 GMT";
const now = Date.parse(date);
const endpoint = "http://127.0.0.1:10002/devstoreaccount1";
const base = ["accept", "application/json;odata=minimalmetadata", "x-ms-version", "2019-02-02"];

interface ReceivedResponse {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: readonly string[];
  readonly text: string;
}

function service(options: TableServiceOptions = {}): TableService {
  return createTableService({ now: () => now, tables: { SasTable: [], mytable: [] }, ...options });
}

async function ask(
  to: TableService,
  path: string,
  headers: readonly string[] = [],
  method = "GET",
): Promise<ReceivedResponse> {
  const {
    status,
    body,
    headers: answered,
  } = await to({ method, url: endpoint + path, headers: [...base, ...headers] });
  const text = Buffer.from(body).toString();
  const code = /"code":"(\w+)"|<m:code>(\w+)</.exec(text);
  return { status, code: code?.[1] ?? code?.[2], headers: answered, text };
}

const signed = (authorization: string): string[] => ["x-ms-date", date, "authorization", authorization];

describe("Shared Key", () => {
  it.each([
    ["/Tables", "SharedKeyLite devstoreaccount1:VuaBO8Q8Lunn8jBU8fntlFomiNq5rTcfxYB1f9a0Mb8="],
    ["/Tables", "SharedKey devstoreaccount1:1N8+ef8oEDi2+hVq8MEliRQf2wg+Azc23mueaSqF0Fs="],
    [
      "/?restype=service&comp=properties",
      "SharedKeyLite devstoreaccount1:jfMScsPGtGm30DiO8rBbkhlWHpNGJALjG5FXoVXL8rQ=",
    ],
    ["/?restype=service&comp=properties", "SharedKey devstoreaccount1:k8yCOvwTnDC8Mf8pDqsDIWwHTcIzrDKmSSUUT6LC8Gk="],
  ])("%s is admitted with %s", async (path, authorization) => {
    expect((await ask(service(), path, signed(authorization))).status).toBe(200);
  });

  it("of the long form covers method, Content-MD5, Content-Type, date and path", async () => {
    const [md5, type] = ["1B2M2Y8AsgTpgAmY7PhCfg==", "application/json"];
    const text = ["GET", md5, type, date, "/devstoreaccount1/devstoreaccount1/Tables"].join("\n");
    const signature = createHmac("sha256", Buffer.from(emulatorKey, "base64")).update(text).digest("base64");
    const headers = signed(`SharedKey devstoreaccount1:${signature}`);
    const status = async (...more: string[]) => (await ask(service(), "/Tables", [...headers, ...more])).status;
    expect(await status("Content-MD5", md5, "Content-Type", type)).toBe(200);
    expect(await status("Content-Type", type)).toBe(403);
    expect(await status("Content-MD5", md5)).toBe(403);
  });

  it("covers the path as it was sent, with its percent-encoding", async () => {
    const authorization = "SharedKeyLite devstoreaccount1:wCF9q7vaSnydXD07Pjno8fb5GgTHCy4xv+12sKV8OZY=";
    const path = "/mytable(PartitionKey='o''brien',RowKey='50%25%20off')";
    expect(await ask(service(), path, signed(authorization))).toMatchObject({ status: 404, code: "ResourceNotFound" });
    const other = "/mytable(PartitionKey='o%27%27brien',RowKey='50%25%20off')";
    expect(await ask(service(), other, signed(authorization))).toMatchObject({ status: 403 });
  });

  it.each([
    ["another signature", signed("SharedKeyLite devstoreaccount1:AAAAO8Q8Lunn8jBU8fntlFomiNq5rTcfxYB1f9a0Mb8=")],
    ["another account", signed("SharedKeyLite other:VuaBO8Q8Lunn8jBU8fntlFomiNq5rTcfxYB1f9a0Mb8=")],
    ["no date", ["authorization", "SharedKeyLite devstoreaccount1:VuaBO8Q8Lunn8jBU8fntlFomiNq5rTcfxYB1f9a0Mb8="]],
    ["an unknown scheme", signed("Basic abc")],
    ["no Authorization", ["x-ms-date", date]],
  ])("is refused with %s", async (_what, headers) => {
    const response = await ask(service(), "/Tables", headers);
    expect(response).toMatchObject({ status: 403, code: "AuthenticationFailed" });
    expect(response.headers).toContain("x-ms-error-code");
  });

  it.each([
    [-15 * 60_000, 200],
    [15 * 60_000, 200],
    [15 * 60_000 + 1000, 403],
    [-15 * 60_000 - 1000, 403],
  ])("with clocks %d ms apart is answered %d", async (skew, status) => {
    const authorization = "SharedKeyLite devstoreaccount1:VuaBO8Q8Lunn8jBU8fntlFomiNq5rTcfxYB1f9a0Mb8=";
    expect((await ask(service({ now: () => now + skew }), "/Tables", signed(authorization))).status).toBe(status);
  });
});

describe("a shared access signature", () => {
  const table =
    "sv=2019-02-02&spr=https%2Chttp&st=2020-01-01T00%3A00%3A00Z&se=2099-01-01T00%3A00%3A00Z&sp=raud&sig=fI3TysOBowCYjHNlo9zFupmy699L%2B%2BQJ%2FveaEhtOMvU%3D&tn=SasTable";
  const account =
    "sv=2019-02-02&spr=https%2Chttp&st=2020-01-01T00%3A00%3A00Z&se=2099-01-01T00%3A00%3A00Z&sp=rwdlau&ss=t&srt=sco&sig=0OdfSw9DXVbun2BQA17oX%2F4q5GRgXRG5do1thBeXVf4%3D";
  const later =
    "sv=2020-12-06&se=2099-01-01T00%3A00%3A00Z&sp=rwdlau&ss=t&srt=sco&sig=xrkUP4iLfFOfeLGI7BjbrR1NmA1zQmyQ5f0iDsZuGMw%3D";
  const in2021 = { now: () => Date.UTC(2021, 0, 1) };

  it.each([
    ["/SasTable()", table, 200],
    ["/sastable()", table, 200],
    ["/mytable()", table, 403],
    ["/Tables", table, 403],
    ["/SasTable?comp=acl", table, 403],
    ["/Tables", account, 200],
    ["/mytable()", account, 200],
    ["/?restype=service&comp=properties", account, 200],
    ["/mytable?comp=acl", account, 403],
    ["/Tables", later, 200],
  ])("%s with %s is answered %d", async (path, sas, status) => {
    const response = await ask(service(in2021), `${path}${path.includes("?") ? "&" : "?"}${sas}`);
    expect(response.status, response.text).toBe(status);
  });

  it.each([
    ["before its start", { now: () => Date.UTC(2019, 11, 31) }],
    ["after its expiry", { now: () => Date.UTC(2099, 0, 1) }],
  ])("is refused %s", async (_when, options) => {
    expect(await ask(service(options), `/SasTable()?${table}`)).toMatchObject({
      status: 403,
      code: "AuthenticationFailed",
    });
  });

  it("sets no access policies", async () => {
    expect((await ask(service(in2021), `/mytable?comp=acl&${account}`, [], "PUT")).status).toBe(403);
  });

  it("is refused once a field is changed", async () => {
    const widened = table.replace("tn=SasTable", "tn=mytable");
    expect(await ask(service(in2021), `/mytable()?${widened}`)).toMatchObject({
      status: 403,
      code: "AuthenticationFailed",
    });
  });
});

describe("a bearer token", () => {
  const jwt = (exp: number): string => `e30.${Buffer.from(JSON.stringify({ exp })).toString("base64url")}.x`;
  const bearer = (token: string, version = "2020-12-06"): string[] => [
    "x-ms-date",
    date,
    "authorization",
    `Bearer ${token}`,
    "x-ms-version",
    version,
  ];
  const withVersion = async (to: TableService, headers: string[]): Promise<ReceivedResponse> => {
    const {
      status,
      headers: answered,
      body,
    } = await to({ method: "GET", url: `${endpoint}/Tables`, headers: ["accept", "application/json", ...headers] });
    return { status, code: undefined, headers: answered, text: Buffer.from(body).toString() };
  };

  it("is admitted while it has not expired", async () => {
    expect((await withVersion(service(), bearer("opaque"))).status).toBe(200);
    expect((await withVersion(service(), bearer(jwt(now / 1000 + 60)))).status).toBe(200);
  });

  it("that has expired is challenged, from version 2020-12-06 on", async () => {
    const challenged = await withVersion(service(), bearer(jwt(now / 1000 - 60)));
    expect(challenged.status).toBe(401);
    expect(challenged.headers[challenged.headers.indexOf("WWW-Authenticate") + 1]).toMatch(
      /^Bearer authorization_uri=\S+ resource_id=\S+$/,
    );
    const plain = await withVersion(service(), bearer(jwt(now / 1000 - 60), "2019-07-07"));
    expect(plain.status).toBe(403);
    expect(plain.headers).not.toContain("WWW-Authenticate");
  });

  it.each(["xBearer opaque", "Basic Bearer opaque", "Bearer opaque x", "Bearer ", "Bearer", "bearer opaque"])(
    "is the whole header, which %j is not",
    async (authorization) => {
      const headers = bearer("").map((text) => (text.startsWith("Bearer") ? authorization : text));
      expect((await withVersion(service(), headers)).status).toBe(403);
    },
  );

  it.each<[string, boolean]>([
    ["opaque", true],
    ["", false],
    [jwt(100), true],
    [jwt(99.999), true],
    [jwt(99.998), false],
    ["e30.e30.x", true],
    [`e30.${Buffer.from('{"exp":"1"}').toString("base64url")}.x`, true],
    ["e30.e3.x", false],
  ])("%s is accepted at 99.998 s: %s", (token, isAccepted) => {
    expect(acceptsUnexpired(token, 99_998)).toBe(isAccepted);
  });

  it("is judged by the service's option", async () => {
    const picky = service({ acceptToken: (token) => token === "right" });
    expect((await withVersion(picky, bearer("right"))).status).toBe(200);
    expect((await withVersion(picky, bearer("wrong"))).status).toBe(401);
  });
});

describe("x-ms-version", () => {
  it.each([
    ["1999-01-01", 400, "InvalidHeaderValue"],
    ["bogus", 400, "InvalidHeaderValue"],
  ])("%s is refused", async (version, status, code) => {
    const to = service({ authenticate: false });
    const { status: got, body } = await to({
      method: "GET",
      url: `${endpoint}/Tables`,
      headers: ["accept", "application/json", "x-ms-version", version],
    });
    expect({ got, text: Buffer.from(body).toString() }).toMatchObject({
      got: status,
      text: expect.stringContaining(code),
    });
  });
});
