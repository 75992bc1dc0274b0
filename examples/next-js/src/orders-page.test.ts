import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TableServiceClient } from "@tablewright/runtime";
import { serveTableService, type TableServer } from "@tablewright/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { clientModules, renderPage, renderPayload } from "./render-page";
import { Order } from "./tables.gen";

let server: TableServer;
let out: string;

beforeAll(async () => {
  server = await serveTableService();
  vi.stubEnv("TABLES_CONNECTION_STRING", server.connectionString);
  const service = TableServiceClient.fromConnectionString(server.connectionString);
  await service.createTables([Order]);
  await service
    .entities(Order)
    .insert({ customerId: "C1", orderNo: 7, total: 12.5, sequence: 9007199254740993n, margin: 4711.5 });
  await service.close();
  out = await mkdtemp(join(tmpdir(), "next-js-"));
});

afterAll(async () => {
  await server.close();
  await rm(out, { recursive: true });
  vi.unstubAllEnvs();
  const kept = globalThis as { tables?: TableServiceClient };
  await kept.tables?.close();
  delete kept.tables;
});

it("the page sends entities to its client component, without hidden values", async () => {
  const payload = await renderPage("C1", out);
  expect(payload).toContain('"sequence":"$n9007199254740993"');
  expect(payload).toMatch(/"placedAt":"\$D20\d\d-/);
  expect(payload).not.toContain("4711");
  expect(await renderPayload(payload, out)).toBe(
    '<main><h1>Orders of C1</h1><article><button type="button">Order 7</button><p>Total 12.5, sequence 9007199254740993</p></article></main>',
  );
});

it("the browser's bundle holds React and the component, and nothing of the client for tables", async () => {
  const modules = await clientModules();
  expect(modules.filter((path) => !/node_modules|order-card/.test(path))).toEqual([]);
  expect(modules.filter((path) => path.includes("tablewright"))).toEqual([]);
});
