/* Compares `tablewright serve` with Azurite, each in its own process: the CPU time of the server for each kind of work, its start, and
 * the memory that rows take. The servers alternate, in an order that alternates too. Results are medians of all rounds. `pnpm build &&
 * pnpm --filter @tablewright/conformance compare-servers` */
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { azuriteAccount } from "../azurite.js";

const require = createRequire(import.meta.url);
const commands = {
  tablewright: (port: number) => [
    fileURLToPath(new URL("../../../cli/dist/bin.js", import.meta.url)),
    "serve",
    "--port",
    `${port}`,
  ],
  azurite: (port: number) => [
    require.resolve("azurite/dist/src/table/main.js"),
    ...[
      "--tableHost",
      "127.0.0.1",
      "--tablePort",
      `${port}`,
      "--silent",
      "--skipApiVersionCheck",
      "--inMemoryPersistence",
    ],
  ],
};
type Name = keyof typeof commands;
const names: readonly Name[] = ["tablewright", "azurite"];
const rounds = 7;
const bulkRows = 300_000;

interface Running {
  readonly port: number;
  readonly child: ChildProcess;
  readonly startMs: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const key = Buffer.from(azuriteAccount.key, "base64");

function send(
  port: number,
  method: string,
  path: string,
  body = "",
  headers: Record<string, string> = {},
): Promise<number> {
  const full = `/${azuriteAccount.name}${path}`;
  const date = new Date().toUTCString();
  const text = `${date}\n/${azuriteAccount.name}${full.split("?")[0]}`;
  const signature = createHmac("sha256", key).update(text).digest("base64");
  const sent = {
    "x-ms-date": date,
    authorization: `SharedKeyLite ${azuriteAccount.name}:${signature}`,
    "x-ms-version": "2019-02-02",
    accept: "application/json;odata=minimalmetadata",
    ...(body !== "" && { "content-type": "application/json" }),
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, method, path: full, agent, headers: sent }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", reject).end(body);
  });
}

function rowOf(PartitionKey: string, RowKey: string): string {
  return JSON.stringify({
    PartitionKey,
    RowKey,
    total: 12.5,
    "total@odata.type": "Edm.Double",
    paid: false,
    sequence: "5",
    "sequence@odata.type": "Edm.Int64",
    currency: "EUR",
    placedAt: "2026-01-02T03:04:05.678Z",
    "placedAt@odata.type": "Edm.DateTime",
    note: "some free text of a row",
    n: 7,
  });
}

async function sendBatch(port: number, partition: string, prefix: string): Promise<void> {
  const [outer, inner] = [`batch_${randomUUID()}`, `changeset_${randomUUID()}`];
  const parts = Array.from({ length: 100 }, (_, at) => [
    `--${inner}`,
    "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n",
    `POST http://127.0.0.1:${port}/${azuriteAccount.name}/Rows HTTP/1.1`,
    "Content-Type: application/json\r\nAccept: application/json;odata=nometadata\r\nPrefer: return-no-content",
    `DataServiceVersion: 3.0\r\n\r\n${rowOf(partition, `${prefix}-${at}`)}`,
  ]).flat();
  const lines = [
    `--${outer}`,
    `Content-Type: multipart/mixed; boundary=${inner}`,
    "",
    ...parts,
    `--${inner}--`,
    "",
    `--${outer}--`,
    "",
  ];
  const headers = { "content-type": `multipart/mixed; boundary=${outer}` };
  const status = await send(port, "POST", "/$batch", lines.join("\r\n"), headers);
  if (status !== 202) throw new Error(`A batch was answered with ${status}.`);
}

async function times(count: number, concurrency: number, run: (at: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return count;
}

/** Kinds of work. Each returns its number of repetitions. */
const works: Readonly<Record<string, (port: number, round: number) => Promise<number>>> = {
  insert: (port, round) =>
    times(3_000, 16, (at) =>
      send(port, "POST", "/Rows", rowOf(`p${round}`, String(at)), { prefer: "return-no-content" }),
    ),
  get: (port, round) => times(3_000, 16, (at) => send(port, "GET", `/Rows(PartitionKey='p${round}',RowKey='${at}')`)),
  "batch of 100 inserts": (port, round) => times(150, 4, (at) => sendBatch(port, `b${round}-${at}`, "r")),
  "page of 1,000": (port, round) =>
    times(40, 4, () => send(port, "GET", `/Rows()?$filter=PartitionKey%20eq%20'p${round}'`)),
};

/** Returns user and system time of a process, in milliseconds. Clock ticks are 10 ms. */
function cpuOf({ pid }: ChildProcess): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function memoryOf({ pid }: ChildProcess): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
}

async function start(name: Name): Promise<Running> {
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address() as AddressInfo;
      server.close(() => resolve(free));
    });
  });
  const begun = performance.now();
  const child = spawn(process.execPath, commands[name](port), { stdio: "ignore" });
  const listens = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(socket.destroy() !== undefined));
      socket.on("error", () => resolve(false));
    });
  while (!(await listens())) await setTimeout(5);
  return { port, child, startMs: performance.now() - begun };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

function print(work: string, unit: string, [ours = 0, theirs = 0]: readonly number[], digits: number): void {
  console.log(
    `| ${work} | ${unit} | ${ours.toFixed(digits)} | ${theirs.toFixed(digits)} | ${(theirs / ours).toFixed(1)} |`,
  );
}

const starts: Record<Name, number[]> = { tablewright: [], azurite: [] };
for (let round = 0; round < 5; round += 1) {
  for (const name of names) {
    const { child, startMs } = await start(name);
    starts[name].push(startMs);
    child.kill();
  }
}
const running = { tablewright: await start("tablewright"), azurite: await start("azurite") };
for (const name of names) await send(running[name].port, "POST", "/Tables", '{"TableName":"Rows"}');
const spent = new Map<string, number[]>();
// The first two rounds warm up.
for (let round = 0; round < rounds + 2; round += 1) {
  for (const [work, run] of Object.entries(works)) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { port, child } = running[name];
      const before = cpuOf(child);
      const count = await run(port, round);
      await setTimeout(50);
      const entry = `${work} ${name}`;
      if (round >= 2) spent.set(entry, [...(spent.get(entry) ?? []), (cpuOf(child) - before) / count]);
    }
  }
}
console.log("| work | unit | tablewright serve | Azurite 3.35 | Azurite ÷ ours |\n| --- | --- | --- | --- | --- |");
for (const work of Object.keys(works)) {
  print(
    work,
    "ms of CPU",
    names.map((name) => median(spent.get(`${work} ${name}`) ?? [])),
    3,
  );
}
print(
  "start",
  "ms",
  names.map((name) => median(starts[name])),
  0,
);
print(
  "memory, empty",
  "MB",
  await Promise.all(
    names.map(async (name) => {
      const { child } = await start(name);
      const memory = memoryOf(child);
      child.kill();
      return memory;
    }),
  ),
  0,
);
for (const name of names) running[name].child.kill();
const memory: number[] = [];
for (const name of names) {
  const { port, child } = await start(name);
  await send(port, "POST", "/Tables", '{"TableName":"Rows"}');
  await times(bulkRows / 100, 4, (at) => sendBatch(port, `p${at % 50}`, String(at)));
  await setTimeout(500);
  memory.push(memoryOf(child));
  child.kill();
}
print("memory, 300,000 small entities", "MB", memory, 0);
process.exit(0);
