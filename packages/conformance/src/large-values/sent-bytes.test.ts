import { SharedKeyCredential, TableServiceClient } from "@tablewright/runtime";
import { createTableService, emulatorAccount, emulatorKey } from "@tablewright/testing";
import { expect, it } from "vitest";
import { LargeValue } from "../tables.gen/index.js";

const bytes = new Uint8Array(400_000).map((_, index) => index * 31);
const text = "größe".repeat(20_000);

it("sends a large row as bytes, and a small one as text", async () => {
  const bodies: (string | Uint8Array | undefined)[] = [];
  const server = createTableService();
  const service = new TableServiceClient(
    `http://127.0.0.1:10002/${emulatorAccount}`,
    new SharedKeyCredential(emulatorAccount, emulatorKey),
    {
      transport: (request) => {
        bodies.push(request.body);
        return server(request);
      },
    },
  );
  await service.createTables([LargeValue]);
  bodies.length = 0;
  const rows = service.entities(LargeValue);
  await rows.insert({ item: "a", bytes, text });
  await rows.insertOrReplace({ item: "a", bytes, text });
  await rows.insertOrReplace({ item: "a", bytes: bytes.subarray(0, 100), text: "short" });
  expect(bodies.map((body) => body instanceof Uint8Array)).toEqual([true, true, false]);
  const sent = JSON.parse(Buffer.from(bodies[0] ?? "").toString());
  expect(Object.keys(sent).filter((name) => name.startsWith("bytes") && !name.includes("@"))).toHaveLength(7);
});
