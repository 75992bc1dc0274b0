/** Serves the API on port 3000. */
import { serve } from "@hono/node-server";
import { TableServiceClient } from "@tablewright/runtime";
import { createApp } from "./app.js";
import { Task } from "./tables.gen/index.js";

const service = TableServiceClient.fromConnectionString(
  process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true",
);
await service.createTables([Task]);

const app = createApp(service, process.env["CURSOR_KEY"] ?? "for development only");
serve({ fetch: app.fetch, port: 3000, hostname: "127.0.0.1" }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}/lists/home/tasks`),
);
