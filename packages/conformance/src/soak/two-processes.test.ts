import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { TableServiceClient } from "@tablewright/runtime";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OrderLine } from "../../../runtime/src/test/shop/index.js";
import { type Azurite, startAzurite } from "../azurite.js";
import { auditJournals, type CallJournal, type FoundRow, type ViolationKind } from "./call-journal.js";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.js";
import { responseFaults, transportFaults } from "./faults.js";
import { soakCount } from "./soak-count.js";

const calls = soakCount(30_000);
const seed = 20_261_122;
const child = fileURLToPath(new URL("call-child.ts", import.meta.url));
const faults = [...transportFaults, ...responseFaults];

let azurite: Azurite;
let proxy: FaultProxy;
let direct: TableServiceClient;

beforeAll(async () => {
  azurite = await startAzurite();
  proxy = await startFaultProxy({ target: azurite.endpoint, seed, rate: 0.1, faults });
  direct = TableServiceClient.fromConnectionString(azurite.connectionString);
  await direct.createTables([OrderLine]);
  for (const customerId of [0, 1, 2, 3].flatMap((index) => [`count-${index}`, `ledger-${index}`])) {
    await direct.entities(OrderLine).insert({ customerId, orderNo: 0, lineNo: 1, sku: "", quantity: 0 });
  }
});

afterAll(async () => {
  await direct.close();
  await proxy.stop();
  await azurite.stop();
});

it(`${calls} calls of two processes, a tenth of whose requests go wrong, are told the truth`, async () => {
  const journals = await Promise.all(["A", "B"].map((name) => run(name)));
  const found: FoundRow[] = [];
  for await (const { customerId, orderNo, lineNo, sku, quantity } of direct.entities(OrderLine).scan()) {
    found.push({ customerId, orderNo, lineNo, sku, quantity });
  }
  const violations = auditJournals(journals, found);
  const kinds: Partial<Record<ViolationKind, number>> = {};
  for (const { kind } of violations) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const claim = sumOf(journals.map((journal) => journal.claim));
  const report = {
    calls: sumOf(journals.map((journal) => journal.calls)),
    claim,
    requests: proxy.requests,
    injected: Object.fromEntries([...proxy.injected].sort()),
    rows: found.length,
    violations: kinds,
    first: violations.slice(0, 10).map(({ kind, what }) => `${kind}: ${what}`),
  };
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  expect(violations.slice(0, 10)).toEqual([]);
  expect([...proxy.injected.keys()].sort()).toEqual([...faults].sort());
  // Who says of everything that it is unknown tells the truth too.
  expect((claim["unknown"] ?? 0) / (claim["confirmed"] ?? 0)).toBeLessThan(0.03);
}, 1_200_000);

async function run(name: string): Promise<CallJournal> {
  const options = ["--conditions=@tablewright/source", "--import", "tsx"];
  const parameters = [proxy.endpoint, name, String(calls / 2), String(seed)];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, child, ...parameters], {
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(stdout) as CallJournal;
}

function sumOf(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, count] of counts.flatMap((one) => Object.entries(one))) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
