import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { serveTableService, type TableServer } from "./serve-table-service.js";

const limit = 4 * 1024 * 1024;

interface Client {
  readonly server: TableServer;
  readonly socket: Socket;
  /** Everything the server sent, once the connection is closed. Rejects if the connection was reset. */
  readonly received: Promise<string>;
}

/** Starts a transaction with this header field. The body follows later. */
async function begin(field: string): Promise<Client> {
  const server = await serveTableService({ authenticate: false });
  onTestFinished(() => server.close());
  const socket = connect(server.port, "127.0.0.1");
  const received = new Promise<string>((resolve, reject) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    socket.once("error", reject).once("end", () => resolve(text));
  });
  socket.write(`POST /devstoreaccount1/$batch HTTP/1.1\r\nHost: ${server.endpoint.split("/")[2]}\r\n`);
  socket.write(
    `x-ms-version: 2019-02-02\r\nAccept: application/json\r\nContent-Type: multipart/mixed; boundary=b\r\n${field}\r\n\r\n`,
  );
  return { server, socket, received };
}

const refusal = /^HTTP\/1\.1 413 .*\r\nConnection: close\r\n.*"code":"RequestBodyTooLarge"/s;

it("a body that is too large by its Content-Length is refused before it is sent", async () => {
  const { server, socket, received } = await begin(`Content-Length: ${600 * 1024 * 1024}`);
  await once(socket, "data");
  expect(server.service.requests).toMatchObject([{ status: 413, errorCode: "RequestBodyTooLarge", body: "" }]);
  socket.end();
  expect(await received).toMatch(refusal);
});

it("a client that sends the body all the same sees the response", async () => {
  const { socket, received } = await begin(`Content-Length: ${16 * 1024 * 1024}`);
  socket.write(Buffer.alloc(16 * 1024 * 1024));
  expect(await received).toMatch(refusal);
});

it("a body in chunks is refused as soon as it is too large", async () => {
  const { server, socket, received } = await begin("Transfer-Encoding: chunked");
  const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
  let answered = false;
  socket.once("data", () => {
    answered = true;
  });
  let sent = 0;
  for (; !answered && sent < 64 * limit; sent += 65_536) {
    if (!socket.write(chunk)) await once(socket, "drain");
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(sent).toBeLessThan(8 * limit);
  expect(server.service.requests[0]?.body.length).toBeLessThan(2 * limit);
  socket.end("0\r\n\r\n");
  expect(await received).toMatch(refusal);
});

it("a body as large as the limit is read", async () => {
  const { server, socket, received } = await begin(`Content-Length: ${limit}`);
  socket.end(Buffer.alloc(limit, "x"));
  expect(await received).toMatch(/^HTTP\/1\.1 400 /);
  expect(server.service.requests[0]?.body).toHaveLength(limit);
});
