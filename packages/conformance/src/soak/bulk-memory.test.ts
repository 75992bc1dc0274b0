import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { soakCount } from "./soak-count.js";

const items = soakCount(1_000_000);
const child = fileURLToPath(new URL("bulk-child.ts", import.meta.url));
const etag = "W/\"datetime'2021-09-21T00%3A53%3A41.7166246Z'\"";
const part =
  "--changesetresponse_b\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n" +
  `HTTP/1.1 204 No Content\r\nETag: ${etag}\r\n\r\n\r\n`;

/** Server that accepts every write. */
let stub: Server;
let received = 0;

beforeAll(async () => {
  stub = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("latin1")) body += chunk;
    const operations = body.split("\r\nContent-Type: application/http\r\n").length - 1;
    received += operations;
    if (request.method === "PUT") {
      received++;
      response.writeHead(204, { etag, "x-ms-version": "2019-02-02" });
      return response.end();
    }
    response.writeHead(202, {
      "content-type": "multipart/mixed; boundary=batchresponse_a",
      "x-ms-version": "2019-02-02",
    });
    response.end(
      `--batchresponse_a\r\nContent-Type: multipart/mixed; boundary=changesetresponse_b\r\n\r\n${part.repeat(operations)}` +
        "--changesetresponse_b--\r\n--batchresponse_a--\r\n",
    );
  });
  await new Promise<void>((resolve) => stub.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  stub.closeAllConnections();
  await new Promise((resolve) => stub.close(resolve));
});

it(`a bulk of ${items} items from a generator grows its process by less than 150 MB`, async () => {
  const endpoint = `http://127.0.0.1:${(stub.address() as AddressInfo).port}/devstoreaccount1`;
  // Limits the young generation to its size on Node 20. On Node 24 it grows by more than a bulk keeps in memory.
  const nursery = "--max-semi-space-size=16";
  const options = [nursery, "--conditions=@tablewright/source", "--import", "tsx"];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, child, endpoint, String(items)]);
  const { written, failed, growth } = JSON.parse(stdout) as { written: number; failed: number; growth: number };
  process.stdout.write(`bulk of ${items} items: RSS grew by ${(growth / 2 ** 20).toFixed(0)} MiB\n`);
  expect({ written, failed }).toEqual({ written: items, failed: 0 });
  expect(received).toBe(items + 2000);
  expect(growth).toBeLessThan(150 * 1000 * 1000);
});
