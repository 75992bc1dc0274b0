import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isTableError, TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import { createTableService } from "@tablewright/testing";
import express from "express";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Order, OrderLine } from "../../../runtime/src/test/shop/index.js";

const placedAt = new Date("2024-05-06T07:08:09.123Z");
const order = {
  customerId: "C1",
  placedAt,
  orderNo: 1,
  total: 12.5,
  paid: false,
  sequence: 9007199254740993n,
  currency: "EUR" as const,
  signature: new Uint8Array([0, 255]),
};
const sent = { ...order, placedAt: placedAt.toISOString(), sequence: "9007199254740993", signature: "AP8=" };

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
const orders = service.entities(Order);

/** Reads whose results the paths of both servers return. */
const reads: Readonly<Record<string, () => Promise<unknown>>> = {
  "/get": () => orders.get(order),
  "/query": () => orders.query(order).toArray(),
  "/select": () => orders.query(order).select("sequence", "placedAt", "signature").toArray(),
  "/kinds": () => service.partition(Order.partition(order)).query(Order, OrderLine).toArray(),
  "/row": () => service.table("Shop").get({ partitionKey: "rows", rowKey: "1" }),
};

async function insertBody(body: unknown): Promise<unknown> {
  const parsed = Order.fromJSON(body);
  await orders.insert(parsed);
  return orders.get(parsed);
}

const problem = (error: unknown) => ({ code: isTableError(error) ? error.code : "other", message: String(error) });

function startExpress(): Server {
  const app = express().use(express.json());
  for (const [path, read] of Object.entries(reads))
    app.get(path, async (_, response) => void response.json(await read()));
  app.post("/", (request, response) =>
    insertBody(request.body).then(
      (inserted) => response.json(inserted),
      (error) => response.status(400).json(problem(error)),
    ),
  );
  return createServer(app);
}

async function startFastify(): Promise<Server> {
  const app = fastify();
  for (const [path, read] of Object.entries(reads)) app.get(path, read);
  app.post("/", ({ body }, reply) => insertBody(body).catch((error) => reply.status(400).send(problem(error))));
  await app.ready();
  return app.server;
}

describe.each([
  ["Express", async () => startExpress()],
  ["Fastify", startFastify],
] as const)("%s", (name, start) => {
  let server: Server;
  let origin: string;
  const ask = async (path: string, init?: RequestInit) => (await fetch(origin + path, init)).json();

  beforeAll(async () => {
    await service.createTables([Order, OrderLine]);
    await orders.insertOrReplace(order);
    await service
      .entities(OrderLine)
      .insertOrReplace({ customerId: order.customerId, orderNo: 1, lineNo: 1, sku: "S", quantity: 2 });
    const properties = { big: edm.int64(5n), real: edm.double(Number.NaN), at: edm.dateTime(placedAt) };
    await service.table("Shop").insertOrReplace({ partitionKey: "rows", rowKey: "1", properties });
    server = await start();
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => void server.close(resolve)));

  it("sends what get, query, select and a query of several kinds give", async () => {
    const entity = { ...sent, $kind: "order" };
    expect(await ask("/get")).toEqual(entity);
    expect(await ask("/query")).toEqual([entity]);
    expect(await ask("/select")).toMatchObject([
      { sequence: sent.sequence, placedAt: sent.placedAt, signature: sent.signature },
    ]);
    expect(await ask("/kinds")).toMatchObject([{ $kind: "line", lineNo: 1 }, entity]);
  });

  it("sends a row without a definition, each value with its type", async () => {
    expect(await ask("/row")).toMatchObject({
      partitionKey: "rows",
      properties: { big: { type: "Edm.Int64", value: "5" }, real: { type: "Edm.Double", value: "NaN" } },
    });
  });

  it("reads a body with fromJSON and answers with the path of what is wrong in it", async () => {
    const post = (body: unknown) =>
      ask("/", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const body = { ...sent, customerId: name };
    expect(await post(body)).toEqual({ ...body, $kind: "order" });
    const refused = await post({ ...body, sequence: "1.5" });
    expect(refused).toMatchObject({
      code: expect.stringMatching(/^value\./),
      message: expect.stringContaining("sequence"),
    });
  });
});
