import { type AccountSasOptions, generateAccountSas, SharedKeyCredential } from "@tablewright/runtime/admin";
import { describe, expect, it } from "vitest";
import { createTableService, emulatorAccount, emulatorKey } from "../service/create-table-service.js";

const now = Date.UTC(2026, 0, 1);
const credential = new SharedKeyCredential(emulatorAccount, emulatorKey);

/** Status and text of a listing of tables under a SAS with these limits. */
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
