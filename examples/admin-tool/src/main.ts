/** A tool for any table of any account. It needs no definition: `pnpm start columns Shop`. */
import { TableServiceClient } from "@tablewright/runtime";
import { runCommand } from "./run-command.js";

const connectionString = process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true";
await using service = TableServiceClient.fromConnectionString(connectionString);
for await (const line of runCommand(service, process.argv.slice(2))) process.stdout.write(`${line}\n`);
