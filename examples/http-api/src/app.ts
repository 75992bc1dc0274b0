import { sValidator } from "@hono/standard-validator";
import { type ETag, etag, type TableServiceView } from "@tablewright/runtime";
import { insertSchema, keySchema, mergeSchema } from "@tablewright/runtime/standard-schema";
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { respondToError } from "./errors.js";
import { Task } from "./tables.gen/index.js";
import { TaskSchemas } from "./tables.gen/json-schemas.js";

/**
 * Serves task lists over HTTP. ETags are those of the service: a client sends back the one it read, and cannot change a task that it has
 * not seen.
 * @param cursorKey secret that signs cursors; equal on every server, so that each can continue the pages of another
 */
export function createApp(service: TableServiceView, cursorKey: string): Hono {
  const tasks = service.entities(Task);
  const app = new Hono().onError(respondToError);
  const task = "/lists/:listId/tasks/:taskId";

  app.post("/tasks", sValidator("json", insertSchema(Task, { json: true })), async (c) => {
    const created = await tasks.insert(c.req.valid("json"), { return: "entity" });
    const location = `/lists/${encodeURIComponent(created.listId)}/tasks/${created.taskId}`;
    return c.json(created, 201, { ETag: created.$etag, Location: location });
  });

  app.get("/lists/:listId/tasks", async (c) => {
    const { open, cursor, size = "50" } = c.req.query();
    const all = tasks.query({ listId: c.req.param("listId") }, { cursorKey });
    const found = open === undefined ? all : all.where({ done: false });
    const page = await found.page({ size: sizeOf(size), cursor });
    return c.json({ items: page.items.map((item) => ({ ...item.toJSON(), etag: item.$etag })), cursor: page.cursor });
  });

  app.get(task, sValidator("param", keySchema(Task, { text: true })), async (c) => {
    const found = await tasks.getOrThrow(c.req.valid("param"));
    c.header("ETag", found.$etag);
    return c.req.header("If-None-Match") === found.$etag ? c.body(null, 304) : c.json(found);
  });

  app.put(task, async (c) => {
    const ifMatch = ifMatchOf(c);
    const changed = Task.fromJSON({ ...(await c.req.json()), ...c.req.param() }, "body");
    const replaced = await tasks.replace(changed, { ifMatch, return: "entity" });
    return c.json(replaced, 200, { ETag: replaced.$etag });
  });

  app.patch(
    task,
    sValidator("param", keySchema(Task, { text: true })),
    sValidator("json", mergeSchema(Task, { json: true })),
    async (c) => {
      const { $etag } = await tasks.merge(c.req.valid("param"), c.req.valid("json"), { ifMatch: ifMatchOf(c) });
      return c.body(null, 204, { ETag: $etag });
    },
  );

  app.delete(task, sValidator("param", keySchema(Task, { text: true })), async (c) => {
    await tasks.delete(c.req.valid("param"), { ifMatch: ifMatchOf(c) });
    return c.body(null, 204);
  });

  app.get("/openapi.json", (c) => c.json({ openapi: "3.1.0", components: { schemas: componentSchemas } }));

  return app;
}

/** Schemas of the bodies, from the definitions. */
const componentSchemas = { Task: TaskSchemas.entity, NewTask: TaskSchemas.insert, TaskChanges: TaskSchemas.merge };

/** Returns the version that the client has seen, or `"*"` for any. */
function ifMatchOf(c: Context): ETag | "*" {
  const header = c.req.header("If-Match");
  if (header === undefined) throw new HTTPException(428, { message: "Send If-Match with the ETag that you read." });
  return header === "*" ? header : etag(header);
}

function sizeOf(text: string): number {
  const size = Number(text);
  if (!Number.isInteger(size) || size < 1 || size > 100)
    throw new HTTPException(400, { message: "Expected a size from 1 to 100." });
  return size;
}
