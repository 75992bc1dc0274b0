/** Publishes messages until it is stopped. The broker is a file here, with one line for each message. */
import { appendFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { TableServiceClient } from "@tablewright/runtime";
import { publishPending } from "./publish-pending.js";

const service = TableServiceClient.fromConnectionString(
  process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true",
);
const broker = process.env["BROKER_FILE"] ?? "published.ndjson";

for (;;) {
  await publishPending(service, (message) => appendFile(broker, `${JSON.stringify(message)}\n`));
  await setTimeout(500);
}
