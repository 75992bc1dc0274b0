import { execFile } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { serialize } from "node:v8";
import { runInThisContext } from "node:vm";
import { MessageChannel } from "node:worker_threads";
import { createTRPCClient, httpLink } from "@trpc/client";
import { initTRPC } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import * as devalue from "devalue";
import * as seroval from "seroval";
import superjson from "superjson";

/** Sends a value as a framework does, and returns what arrives. */
type Send = (value: object) => unknown;

async function postMessage(value: object): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const arrived = once(port2, "message");
  port1.postMessage(value);
  const [message] = await arrived;
  port1.close();
  return message;
}

const require = createRequire(import.meta.url);
const { createFromReadableStream } = require("react-server-dom-parcel/client.node") as {
  createFromReadableStream(payload: ReadableStream): Promise<unknown>;
};

/** Serializes the value of its standard input as React sends the props of a client component. */
const reactServer = `
import { deserialize } from "node:v8";
import { renderToReadableStream } from ${JSON.stringify(new URL(`file://${require.resolve("react-server-dom-parcel/server.node")}`).href)};
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
for await (const chunk of renderToReadableStream(deserialize(Buffer.concat(chunks)))) process.stdout.write(chunk);
`;

/** Sends a value as a prop from a server component to a client component. React serializes it in a process of its own condition. */
async function sendProp(value: object): Promise<unknown> {
  const options = ["--conditions=react-server", "--input-type=module", "--eval", reactServer];
  const server = execFile(process.execPath, options, { encoding: "buffer" });
  const payload: Uint8Array[] = [];
  server.stdout?.on("data", (chunk: Uint8Array) => payload.push(chunk));
  server.stdin?.end(serialize(value));
  const [code] = await once(server, "close");
  if (code !== 0) throw new Error(`React ended with code ${code}.`);
  return createFromReadableStream(new Blob(payload as Uint8Array<ArrayBuffer>[]).stream());
}

/** Returns the value of a tRPC procedure as its client gets it. */
function throughTrpc(transformer: typeof superjson | undefined): Send {
  return async (value) => {
    const t = initTRPC.create(transformer && { transformer });
    const router = t.router({ load: t.procedure.query((): unknown => value) });
    const respond = (req: Request) => fetchRequestHandler({ endpoint: "/trpc", req, router });
    const link = { url: "http://localhost/trpc", fetch: (url: never, init: never) => respond(new Request(url, init)) };
    const client = createTRPCClient<typeof router>({ links: [httpLink({ ...link, transformer } as never)] });
    return client.load.query();
  };
}

/** Frameworks that keep dates, bigints and bytes. */
export const rich: readonly [name: string, send: Send][] = [
  ["structuredClone", structuredClone],
  ["postMessage", postMessage],
  ["devalue.stringify", (value) => devalue.parse(devalue.stringify(value))],
  ["devalue.uneval", (value) => runInThisContext(`(${devalue.uneval(value)})`)],
  ["superjson", (value) => superjson.parse(superjson.stringify(value))],
  ["seroval", (value) => seroval.deserialize(seroval.serialize(value))],
  ["React Server Components", sendProp],
  ["tRPC with superjson", throughTrpc(superjson)],
];

/** Frameworks that send JSON alone. */
export const plain: readonly [name: string, send: Send][] = [
  ["JSON", (value) => JSON.parse(JSON.stringify(value))],
  ["tRPC", throughTrpc(undefined)],
];
