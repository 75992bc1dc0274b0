import { createServer as createTcpServer } from "node:net";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getServiceProperties } from "../../admin.js";
import { SasCredential } from "../../auth/sas-credential.js";
import { SharedKeyCredential } from "../../auth/shared-key.js";
import {
  type ServiceCredential,
  TableServiceClient,
  type TableServiceClientOptions,
} from "../../client/table-service-client.js";
import { undiciTransport } from "../../http/transport/undici-transport.js";
import { makeCertificates, type TestCertificates } from "./certificates.js";
import { type LoopbackServer, listen, startServer } from "./loopback.js";
import { visible } from "./visible.js";

/** Secrets that are easy to find in a text. */
const word = "CANARYcanaryCANARY";
const key = Buffer.from(word.repeat(3)).toString("base64");
const sas = `sv=2019-02-02&ss=t&srt=sco&sp=rwdlau&se=2099-01-01T00%3A00%3A00Z&sig=${word}%2B1%3D`;

const credentials: readonly [string, () => ServiceCredential][] = [
  ["a key", () => new SharedKeyCredential("acct", key)],
  ["a signature", () => new SasCredential(sas)],
  ["a token", () => ({ getToken: async () => ({ token: word, expiresOnTimestamp: Date.now() + 3_600_000 }) })],
];

/** Secrets that each request carried: its own signature or token. */
const sent: string[] = [];

const servers: LoopbackServer[] = [];
let certificates: TestCertificates;
let echo: string;
let garbage: string;
let secure: string;
let silent: string;
let slow: string;

beforeAll(async () => {
  certificates = await makeCertificates();
  const start = async (server: Promise<LoopbackServer>): Promise<string> => {
    const started = await server;
    servers.push(started);
    return started.url;
  };
  // Responds with the status at the end of the table's name, and repeats the whole request, as proxies and services do.
  echo = await start(
    startServer((request, response) => {
      const { authorization } = request.headers;
      const secret = authorization?.replace(/^.*[:\s]/, "") ?? /sig=([^&]*)/.exec(request.url ?? "")?.[1] ?? "";
      if (secret.length > 8) sent.push(secret);
      const [status = "500", shape = "json"] = /x(\d{3})(\w+?)x/.exec(request.url ?? "")?.slice(1) ?? [];
      const text = `The request GET http://host${request.url} with Authorization: ${authorization} is refused.`;
      const xml = `<Error><Code>Refused</Code><Message>${text.replaceAll("&", "&amp;")}</Message></Error>`;
      const shapes: Record<string, string> = {
        json: JSON.stringify({ "odata.error": { code: "Refused", message: { lang: "en", value: text } } }),
        markup: xml,
        badjson: `{"odata.error": ${text}`,
        badmarkup: `${xml}<oops ${text}`,
        html: `<!DOCTYPE html><p>${text}</p>`,
      };
      response.writeHead(Number(status), { "x-ms-error-code": `sig=${word}`, "x-ms-request-id": `Bearer ${word}` });
      response.end(shapes[shape]);
    }),
  );
  garbage = await start(
    listen(
      createTcpServer((socket) => socket.once("data", (data) => socket.end(`HTTP/9 ${data}`))),
      "http",
    ),
  );
  secure = await start(
    startServer((_, response) => response.end(), { cert: certificates.cert, key: certificates.key }),
  );
  silent = await start(startServer(() => undefined));
  slow = await start(startServer((_, response) => void response.writeHead(200).write('{"value":[')));
});

afterAll(async () => {
  for (const server of servers) await server.stop();
  certificates.remove();
});

async function failing(
  credential: ServiceCredential,
  url: string,
  options: TableServiceClientOptions,
  call: (client: TableServiceClient) => Promise<unknown>,
): Promise<{ readonly error: unknown; readonly seen: string }> {
  let seen = "";
  const note = (event: unknown): void => {
    seen += JSON.stringify(event) + inspect(event, { depth: 9 });
  };
  const span = { setAttribute: (...all: unknown[]) => note(all), setStatus: note, end: () => undefined };
  const client = new TableServiceClient(url, credential, {
    retry: { maxAttempts: 2, baseDelayMs: 0 },
    events: { onRequest: note, onResponse: note, onRetry: note },
    logger: note,
    tracer: {
      startSpan: (...all) => {
        note(all);
        return span;
      },
    },
    ...options,
  });
  try {
    await call(client);
    return { error: undefined, seen };
  } catch (error) {
    return { error, seen: seen + visible(error) + inspect(client, { depth: 12, showHidden: true }) };
  } finally {
    await client.close();
  }
}

const transport = () => undiciTransport({ proxy: false, tls: { ca: certificates.otherCa } });
const list = (client: TableServiceClient): Promise<unknown> =>
  client.table("Shop").get({ partitionKey: "a", rowKey: "b" });

const statuses = ["400", "401", "403", "404", "409", "412", "429", "500", "503", "200"];
const shapes = ["json", "markup", "badjson", "badmarkup", "html"];

const failures: readonly [string, (credential: ServiceCredential) => ReturnType<typeof failing>][] = [
  [
    "no such name",
    (credential) => failing(credential, "https://no-such-host.invalid/acct", { transport: transport() }, list),
  ],
  [
    "nobody listening",
    (credential) => failing(credential, "http://127.0.0.1:1/acct", { transport: transport() }, list),
  ],
  [
    "a certificate that is not trusted",
    (credential) => failing(credential, `${secure}/acct`, { transport: transport() }, list),
  ],
  [
    "an answer that is no HTTP",
    (credential) => failing(credential, `${garbage}/acct`, { transport: transport() }, list),
  ],
  [
    "a time limit",
    (credential) => failing(credential, `${silent}/acct`, { transport: transport(), timeoutMs: 30 }, list),
  ],
  [
    "a time limit within the body",
    (credential) => failing(credential, `${slow}/acct`, { transport: transport(), timeoutMs: 30 }, list),
  ],
  [
    "an abort",
    (credential) =>
      failing(credential, `${silent}/acct`, { transport: transport() }, (client) =>
        client.table("Shop").get({ partitionKey: "a", rowKey: "b" }, { signal: AbortSignal.timeout(10) }),
      ),
  ],
  [
    "a transport that throws the request itself",
    (credential) =>
      failing(
        credential,
        `${echo}/acct`,
        {
          transport: async (request) => {
            const error = new Error(`cannot send ${request.url} ${request.headers.join(" ")}`);
            throw Object.assign(error, { request, code: "ECONNRESET", cause: { request } });
          },
        },
        list,
      ),
  ],
  ...statuses.flatMap((status) =>
    shapes
      .filter((shape) => status !== "200" || shape !== "json")
      .map((shape): [string, (credential: ServiceCredential) => ReturnType<typeof failing>] => [
        `${status} that repeats the request as ${shape}`,
        (credential) =>
          failing(credential, `${echo}/acct`, { transport: transport() }, (client) =>
            client.table(`Shopx${status}${shape}x`).get({ partitionKey: "a", rowKey: "b" }),
          ),
      ]),
  ),
  [
    "service properties that are no XML",
    (credential) =>
      failing(credential, `${echo}/x200badmarkupx`, { transport: transport() }, (client) =>
        getServiceProperties(client),
      ),
  ],
];

describe.each(credentials)("%s is seen by nobody", (_, credential) => {
  it.each(failures)("after %s", async (name, fail) => {
    sent.length = 0;
    const { error, seen } = await fail(credential());
    expect(error, name).toMatchObject({ code: expect.stringMatching(/^[a-z]+\.[a-z-]+$/) });
    expect(seen).not.toContain(word);
    expect(seen).not.toContain(key);
    expect(seen).not.toContain(encodeURIComponent(key));
    for (const secret of sent) expect(seen).not.toContain(secret);
  });
});
