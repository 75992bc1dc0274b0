import { expect, it } from "vitest";
import { createTableService } from "../service/create-table-service.js";
import { emulatorAccount } from "../service/service-options.js";

const created = Date.UTC(2021, 8, 21, 0, 53, 41, 716);

it("the token of a list of tables holds the next name, and when that table was created, as the service's does", async () => {
  const service = createTableService({ now: () => created, authenticate: false, tables: { abc: [], shop: [] } });
  const { headers } = await service({
    method: "GET",
    url: `http://127.0.0.1:10002/${emulatorAccount}/Tables?$top=1`,
    headers: ["accept", "application/json;odata=minimalmetadata", "x-ms-version", "2019-02-02"],
  });
  const at = headers.findIndex((name) => name.toLowerCase() === "x-ms-continuation-nexttablename");
  const [version, length, encoded = ""] = (headers[at + 1] ?? "").split("!");
  expect([version, length]).toEqual(["1", String(encoded.length)]);
  const [name, time = ""] = Buffer.from(encoded.replaceAll("-", "="), "base64").toString().split("\u0001");
  expect([name, time.length]).toEqual(["shop", 16]);
  const milliseconds = Number(BigInt(`0x${time}`) / 10_000n) + Date.UTC(1601, 0, 1);
  expect(milliseconds).toBe(created);
});
