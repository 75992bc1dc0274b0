import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createApp } from "./app.js";
import { Task, type TaskJson } from "./tables.gen/index.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables, retry: false });
const app = createApp(service, "secret");

beforeEach(async () => {
  tables.reset();
  await service.createTables([Task]);
});

const taskId = "0f8fad5b-d9cb-469f-a165-70867728950e";
const path = `/lists/home/tasks/${taskId}`;

function send(method: string, to: string, body?: object, headers: Record<string, string> = {}) {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  return app.request(to, { method, ...json, headers: { "Content-Type": "application/json", ...headers } });
}

async function create(task: object = {}): Promise<string> {
  const response = await send("POST", "/tasks", { listId: "home", taskId, title: "Water the plants", ...task });
  expect(response.status).toBe(201);
  return response.headers.get("ETag") ?? "";
}

describe("a task", () => {
  it("is created with defaults, at its location", async () => {
    const response = await send("POST", "/tasks", { listId: "home", title: "Rest", dueAt: "2026-11-22T10:00:00Z" });
    const location = response.headers.get("Location") ?? "";
    expect(response.status).toBe(201);
    expect(await (await send("GET", location)).json()).toMatchObject({ title: "Rest", done: false });
  });

  it("is created once, however often its request is sent: 409", async () => {
    await create();
    const again = await send("POST", "/tasks", { listId: "home", taskId, title: "Water the plants" });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ code: "entity.already-exists" });
  });

  it("is refused with every mistake of its body: 400", async () => {
    const response = await send("POST", "/tasks", { listId: "home", titel: "x", dueAt: "tomorrow" });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { path: string[] }[] };
    expect(error.map((issue) => issue.path[0]).sort()).toEqual(["dueAt", "titel", "title"]);
  });

  it("is not sent again to a client that has it: 304", async () => {
    const etag = await create();
    expect((await send("GET", path, undefined, { "If-None-Match": etag })).status).toBe(304);
    expect((await send("GET", path)).headers.get("ETag")).toBe(etag);
  });

  it("is not found: 404", async () => {
    expect((await send("GET", path)).status).toBe(404);
    expect((await send("PUT", path, { title: "x" }, { "If-Match": "*" })).status).toBe(404);
  });

  it("is not found under an id that is not a GUID: 400", async () => {
    expect((await send("GET", "/lists/home/tasks/7")).status).toBe(400);
  });
});

describe("a change", () => {
  it("is made to the version that was read, and to no other: 412", async () => {
    const etag = await create();
    const changed = await send("PUT", path, { title: "Water the cactus" }, { "If-Match": etag });
    expect(changed.status).toBe(200);
    expect((await send("PUT", path, { title: "Too late" }, { "If-Match": etag })).status).toBe(412);
    expect((await send("DELETE", path, undefined, { "If-Match": etag })).status).toBe(412);
    const current = changed.headers.get("ETag") ?? "";
    expect((await send("DELETE", path, undefined, { "If-Match": current })).status).toBe(204);
  });

  it("says which version it is for: 428", async () => {
    await create();
    expect((await send("PUT", path, { title: "Blind" })).status).toBe(428);
    expect((await send("DELETE", path)).status).toBe(428);
  });

  it("of some properties leaves the others as they are, and is checked by the definition", async () => {
    const etag = await create();
    const changed = await send("PATCH", path, { done: true, dueAt: "2026-11-22T10:00:00Z" }, { "If-Match": etag });
    expect(changed.status).toBe(204);
    expect(await (await send("GET", path)).json()).toMatchObject({ title: "Water the plants", done: true });
    expect((await send("PATCH", path, { done: false }, { "If-Match": etag })).status).toBe(412);
    expect((await send("PATCH", path, { done: false })).status).toBe(428);
    for (const body of [{}, { done: "yes" }, { listId: "work" }, { titel: "x" }])
      expect((await send("PATCH", path, body, { "If-Match": "*" })).status).toBe(400);
  });

  it("is described by JSON Schemas", async () => {
    const { components } = (await (await send("GET", "/openapi.json")).json()) as { components: { schemas: object } };
    expect(components.schemas).toMatchObject({
      TaskChanges: { properties: { title: { maxLength: 200 } }, minProperties: 1 },
    });
  });

  it("is JSON: 400", async () => {
    expect((await app.request(path, { method: "PUT", body: "{", headers: { "If-Match": "*" } })).status).toBe(400);
  });

  it("moves no task to another list", async () => {
    await create();
    await send("PUT", path, { title: "x", listId: "work" }, { "If-Match": "*" });
    expect(await (await send("GET", path)).json()).toMatchObject({ listId: "home", title: "x" });
  });
});

describe("a list", () => {
  type Page = { items: (TaskJson & { etag: string })[]; cursor?: string };
  const get = async (to: string) => (await (await send("GET", to)).json()) as Page;

  beforeEach(async () => {
    const insert = (n: number) => ({ insert: { listId: "home", title: `Task ${n}`, done: n % 2 === 0 } });
    await service.entities(Task).bulk(Array.from({ length: 25 }, (_, n) => insert(n)));
  });

  it("comes in pages, each with the cursor of the next", async () => {
    const titles = new Set<string>();
    let next = "/lists/home/tasks?size=10";
    for (const size of [10, 10, 5]) {
      const { items, cursor } = await get(next);
      expect(items).toHaveLength(size);
      for (const { title } of items) titles.add(title);
      next = `/lists/home/tasks?size=10&cursor=${cursor}`;
    }
    expect(titles.size).toBe(25);
  });

  it("takes a cursor of the same query alone, as it was: 400", async () => {
    const { cursor = "" } = await get("/lists/home/tasks?size=10");
    for (const other of [
      `/lists/home/tasks?open&cursor=${cursor}`,
      `/lists/work/tasks?cursor=${cursor}`,
      `/lists/home/tasks?cursor=${cursor.slice(0, -2)}AA`,
    ])
      expect((await send("GET", other)).status).toBe(400);
  });

  it("of open tasks leaves out the done ones", async () => {
    const { items, cursor } = await get("/lists/home/tasks?open");
    expect(items).toHaveLength(12);
    expect(cursor).toBeUndefined();
  });

  it("has the ETag of each task, so that it can be changed without reading it again", async () => {
    const [task] = (await get("/lists/home/tasks?size=1")).items;
    const change = { title: "x" };
    const to = `/lists/home/tasks/${task?.taskId}`;
    expect((await send("PUT", to, change, { "If-Match": task?.etag ?? "" })).status).toBe(200);
  });

  it("is refused while the service is busy: 503", async () => {
    tables.faults.add({ fault: { kind: "throttle" } });
    const response = await send("GET", "/lists/home/tasks");
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "1"]);
  });

  it("hides what went wrong in the server: 500", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    tables.seed({ Tasks: [{ PartitionKey: "list!home", RowKey: `task!${crypto.randomUUID()}`, title: 5 }] });
    const response = await send("GET", "/lists/home/tasks");
    expect([response.status, await response.json()]).toEqual([500, { error: "Internal error." }]);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});
