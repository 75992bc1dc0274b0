import {
  type AccountSasOptions,
  generateAccountSas,
  generateTableSas,
  SharedKeyCredential,
  type TableSasOptions,
} from "@tablewright/runtime/admin";
import { describe, expect, it } from "vitest";
import { createTableService } from "../service/create-table-service.js";
import { emulatorAccount, emulatorKey } from "../service/service-options.js";
import { sign } from "./shared-key.js";

const now = Date.UTC(2026, 0, 1);
const credential = new SharedKeyCredential(emulatorAccount, emulatorKey);

/** Lists tables under a SAS with these limits. Returns the status and the text. */
async function listing(limits: Partial<AccountSasOptions>, scheme = "http"): Promise<string> {
  const service = createTableService({ now: () => now });
  const sas = generateAccountSas(credential, {
    permissions: { list: true },
    expiresOn: new Date(now + 60_000),
    ...limits,
  });
  const { status, body } = await service({
    method: "GET",
    url: `${scheme}://127.0.0.1:10002/${emulatorAccount}/Tables?${sas}`,
    headers: ["accept", "application/json;odata=minimalmetadata", "x-ms-version", "2019-02-02"],
  });
  const code = /"code":"(\w+)"|<(?:m:)?[Cc]ode>(\w+)</.exec(Buffer.from(body).toString());
  return status === 200 ? "admitted" : `${status} ${code?.[1] ?? code?.[2]}`;
}

describe("a SAS of the strict service", () => {
  it.each([
    ["127.0.0.1", "admitted"],
    ["127.0.0.0-127.0.0.1", "admitted"],
    ["127.0.0.1-127.0.0.1", "admitted"],
    ["1.2.3.4-200.0.0.0", "admitted"],
    ["127.0.0.2", "403 AuthorizationSourceIPMismatch"],
    ["127.0.0.2-127.0.0.9", "403 AuthorizationSourceIPMismatch"],
    ["127.0.0.0", "403 AuthorizationSourceIPMismatch"],
    ["1.0.0.127-126.255.255.255", "403 AuthorizationSourceIPMismatch"],
  ])("for the addresses %s is %s on this machine", async (ip, expected) => {
    expect(await listing({ ip })).toBe(expected);
  });

  it.each([
    [{}, "admitted"],
    [{ startsOn: new Date(now) }, "admitted"],
    [{ startsOn: new Date(now + 1000) }, "403 AuthenticationFailed"],
    [{ expiresOn: new Date(now + 1000) }, "admitted"],
    [{ expiresOn: new Date(now) }, "403 AuthenticationFailed"],
  ])("with the times %o is %s", async (limits, expected) => {
    expect(await listing(limits)).toBe(expected);
  });

  it("for https is refused over http", async () => {
    expect(await listing({ protocol: "https" })).toBe("403 AuthorizationProtocolMismatch");
    expect(await listing({ protocol: "https" }, "https")).toBe("admitted");
  });

  it("for another service is refused", async () => {
    expect(await listing({ services: ["b", "q"] })).toBe("403 AuthorizationServiceMismatch");
    expect(await listing({ services: ["b", "t"] })).toBe("admitted");
  });
});

describe("a SAS of a stored policy", () => {
  const headers = ["accept", "application/json", "x-ms-version", "2019-02-02"];
  const date = new Date(now).toUTCString();
  const signature = sign(
    Buffer.from(emulatorKey, "base64"),
    `${date}\n/${emulatorAccount}/${emulatorAccount}/Shop?comp=acl`,
  );
  const owner = ["x-ms-date", date, "authorization", `SharedKeyLite ${emulatorAccount}:${signature}`];
  const time = (milliseconds: number) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

  /** Lists rows under a SAS, on a table whose policy `p` has these elements. Returns the status and the code. */
  async function listed(policy: string, options: Partial<TableSasOptions>): Promise<string> {
    const service = createTableService({ now: () => now, tables: { Shop: [] } });
    const { status: set } = await service({
      method: "PUT",
      url: `${service.endpoint}/Shop?comp=acl`,
      headers: ["accept", "application/xml", ...owner, ...headers.slice(2)],
      body: `<SignedIdentifiers><SignedIdentifier><Id>p</Id><AccessPolicy>${policy}</AccessPolicy></SignedIdentifier></SignedIdentifiers>`,
    });
    expect(set).toBe(204);
    const sas = generateTableSas(credential, { table: "Shop", policy: "p", ...options });
    const { status, body } = await service({ method: "GET", url: `${service.endpoint}/Shop()?${sas}`, headers });
    return `${status} ${/"code":"(\w+)"/.exec(Buffer.from(body).toString())?.[1] ?? ""}`.trim();
  }

  const until = (milliseconds: number) => `<Expiry>${time(milliseconds)}</Expiry>`;
  const query = "<Permission>r</Permission>";

  it.each<[string, string, Partial<TableSasOptions>, string]>([
    ["takes times and permissions from it", until(now + 1000) + query, {}, "200"],
    ["takes the rest from the token", query, { expiresOn: new Date(now + 1000) }, "200"],
    ["has ended with it", until(now) + query, {}, "403 AuthenticationFailed"],
    [
      "has not begun before it",
      `<Start>${time(now + 1000)}</Start>${until(now + 2000)}${query}`,
      {},
      "403 AuthenticationFailed",
    ],
    [
      "permits no more than it",
      `${until(now + 1000)}<Permission>aud</Permission>`,
      {},
      "403 AuthorizationPermissionMismatch",
    ],
    ["needs an end in one of the two", query, {}, "403 AuthenticationFailed"],
    ["ends where there is no such policy", until(now + 1000) + query, { policy: "q" }, "403 AuthenticationFailed"],
    [
      "cannot set again what it sets",
      until(now + 1000) + query,
      { permissions: { query: true } },
      "400 InvalidQueryParameterValue",
    ],
  ])("%s", async (_, policy, options, expected) => {
    expect(await listed(policy, options)).toBe(expected);
  });
});
