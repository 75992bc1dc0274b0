/** Entry point that the Functions host loads: an orchestration with an activity for each shard, and a request that starts it. */
import { app } from "@azure/functions";
import * as durable from "durable-functions";
import { exportAll, exportShard } from "./export-shards.js";

durable.app.orchestration("exportAll", exportAll);
durable.app.activity("exportShard", { handler: exportShard });
app.http("startExport", {
  methods: ["POST"],
  route: "exports",
  authLevel: "function",
  extraInputs: [durable.input.durableClient()],
  async handler(request, context) {
    const client = durable.getClient(context);
    const id = await client.startNew("exportAll", { input: Number(request.query.get("shards") ?? 16) });
    return client.createCheckStatusResponse(request, id);
  },
});
