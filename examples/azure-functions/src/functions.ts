/** Entry point that the Functions host loads. One client serves all invocations of the process, because it keeps connections open. */
import { app } from "@azure/functions";
import { TableServiceClient } from "@tablewright/runtime";
import { linkFunctions } from "./link-functions.js";
import { Link } from "./tables.gen/index.js";

const service = TableServiceClient.fromConnectionString(
  process.env["AzureWebJobsStorage"] ?? "UseDevelopmentStorage=true",
);
const { shorten, follow, sweep } = linkFunctions(service);

app.hook.appStart(() => service.createTables([Link]));
app.http("shorten", { methods: ["POST"], route: "links", authLevel: "function", handler: shorten });
app.http("follow", { methods: ["GET"], route: "links/{code}", authLevel: "anonymous", handler: follow });
app.timer("sweep", { schedule: "0 0 3 * * *", handler: sweep });
