import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { TableServiceClient } from "@tablewright/runtime";
import { azuriteAccount } from "../azurite.js";
import type { Target } from "./target.js";

const etag = "W/\"datetime'2024-05-06T07%3A08%3A09.1234567Z'\"";
const system = `"odata.etag":${JSON.stringify(etag)},"Timestamp":"2024-05-06T07:08:09.1234567Z"`;

/** Loopback server whose reads return the last written properties, byte for byte. It is used for values that Azurite changes. */
export const echo: Target = {
  name: "an echo",
  kind: "storage",
  async start(options) {
    let written = "{}";

    async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const body = await text(request);
      if (request.method !== "GET") {
        written = body;
        response.writeHead(204, { etag, "x-ms-version": "2019-02-02" }).end();
        return;
      }
      const row = `{${system},${written.slice(1)}`;
      response.writeHead(200, {
        "content-type": "application/json;odata=minimalmetadata",
        "x-ms-version": "2019-02-02",
      });
      response.end(request.url?.includes("()") ? `{"value":[${row}]}` : row);
    }

    const server = createServer((request, response) => void respond(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { name, key } = azuriteAccount;
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
    const connectionString = `AccountName=${name};AccountKey=${key};TableEndpoint=${endpoint};`;
    const service = TableServiceClient.fromConnectionString(connectionString, options);
    return {
      service,
      async stop() {
        await service.close();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  },
};
