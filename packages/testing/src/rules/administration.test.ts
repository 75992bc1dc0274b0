import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectRefusal } from "../test/expect-refusal.js";
import { RawClient, type RawResponse } from "../test/raw-client.js";

let client: RawClient;
beforeAll(async () => {
  client = await RawClient.start();
  await client.createTable("Shop");
});
afterAll(() => client.close());

describe("row 29: access policies and CORS rules", () => {
  const policies = (count: number, id = "p"): string =>
    `<SignedIdentifiers>${Array.from({ length: count }, (_, at) => `<SignedIdentifier><Id>${id}${at}</Id></SignedIdentifier>`).join("")}</SignedIdentifiers>`;
  const put = (path: string, body: string): Promise<RawResponse> =>
    client.send("PUT", path, { headers: { accept: "application/xml", "content-type": "application/xml" }, body });
  it("takes 5 policies and refuses 6", async () => {
    expect((await put("/Shop?comp=acl", policies(5))).status).toBe(204);
    await expectRefusal(put("/Shop?comp=acl", policies(6)), 400, "InvalidXmlDocument");
  });
  it("refuses an Id of more than 64 characters", () =>
    expectRefusal(put("/Shop?comp=acl", policies(1, "i".repeat(64))), 400, "InvalidXmlDocument"));
  const rule =
    "<CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET</AllowedMethods><AllowedHeaders /><ExposedHeaders /><MaxAgeInSeconds>0</MaxAgeInSeconds></CorsRule>";
  const cors = (count: number): string =>
    `<StorageServiceProperties><Cors>${rule.repeat(count)}</Cors></StorageServiceProperties>`;
  it("takes 5 CORS rules and refuses 6", async () => {
    expect((await put("/?restype=service&comp=properties", cors(5))).status).toBe(202);
    await expectRefusal(put("/?restype=service&comp=properties", cors(6)), 400, "InvalidXmlDocument");
  });
});
