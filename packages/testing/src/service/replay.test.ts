import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { RawClient } from "../test/raw-client.js";
import {
  laterRecordings,
  needsSignature,
  recordings,
  replayScript,
  type Scenario,
  scenarios,
  skipReason,
} from "../test/recordings.js";
import type { TableServiceOptions } from "./service-options.js";

/** Exchange whose response differs from the recording. */
interface Failure {
  readonly scenario: string;
  readonly n: number;
  readonly status: readonly [recorded: number, live: number];
  readonly code: readonly [recorded: string | null, live: string | null];
  readonly bodyOk: boolean;
  readonly head: boolean;
  /** Beginnings of the bodies, without values that change between runs. */
  readonly want: string;
  readonly got: string;
}

interface Report {
  readonly exchanges: number;
  readonly failures: readonly Failure[];
}

/** @param fresh begins each scenario with the tables that existed according to its recording */
async function replay(baseUrl: string, folder: string, fresh = false): Promise<Report> {
  const report = join(await mkdtemp(join(tmpdir(), "replay-")), "report.json");
  const options = ["--json", report, "--verbose", ...(fresh ? ["--fresh"] : [])];
  await promisify(execFile)(process.execPath, [replayScript ?? "", baseUrl, folder, ...options]);
  const text = await readFile(report, "utf8");
  await rm(join(report, ".."), { recursive: true });
  return JSON.parse(text) as Report;
}

async function replaySome(some: readonly Scenario[], { options = {}, prepare }: Start): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "scenarios-"));
  for (const { file } of some) await copyFile(file, join(folder, basename(file)));
  const client = await RawClient.start(options);
  try {
    await prepare?.(client);
    return await replay(client.server.endpoint, folder);
  } finally {
    await client.close();
    await rm(folder, { recursive: true });
  }
}

/** State in which an account begins. */
interface Start {
  readonly options?: TableServiceOptions;
  readonly prepare?: (client: RawClient) => Promise<unknown>;
}

/** State of the account when these scenarios began, inferred from their responses. */
interface Precondition extends Start {
  readonly scenarios: readonly string[];
  readonly why: string;
  readonly kind?: "cosmos";
}

const listed = (suffix: string): TableServiceOptions => ({
  tables: Object.fromEntries([0, 1, 2, 3].map((at) => [`listtable${at}${suffix}`, []])),
});
const retention = "<RetentionPolicy><Enabled>true</Enabled><Days>5</Days></RetentionPolicy>";
const none = "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy>";
const earlierProperties = `<StorageServiceProperties><Logging><Version>1.0</Version><Read>false</Read><Write>true</Write><Delete>false</Delete>${none}</Logging><HourMetrics><Version>1.0</Version><Enabled>false</Enabled>${none}</HourMetrics><MinuteMetrics><Version>1.0</Version><Enabled>true</Enabled><IncludeAPIs>true</IncludeAPIs>${retention}</MinuteMetrics></StorageServiceProperties>`;

const setEarlierProperties = (client: RawClient): Promise<unknown> =>
  client.send("PUT", "/?restype=service&comp=properties", {
    headers: { accept: "application/xml" },
    body: earlierProperties,
  });

const preconditions: readonly Precondition[] = [
  { scenarios: ["list-tables-with-num-results"], why: "four tables of another test", options: listed("3f561007") },
  { scenarios: ["query-tables-with-num-results"], why: "no other table in the account" },
  { scenarios: ["user-agent-default"], why: "four tables of another test", options: listed("cac14c3") },
  { scenarios: ["js-send-a-null-ap"], why: "its table exists", options: { tables: { AccessPolicy: [] } } },
  {
    scenarios: ["set-cors", "set-hour-metrics", "set-logging"],
    why: "properties set by earlier tests",
    prepare: setEarlierProperties,
  },
  {
    scenarios: ["new-invalid-key"],
    why: "signed with another key than the account's",
    options: { key: Buffer.alloc(64).toString("base64") },
  },
  {
    scenarios: ["insert-etag"],
    why: "an entity of another test",
    kind: "cosmos",
    options: {
      kind: "cosmos",
      cosmosAsOf: 2020,
      tables: { uttable659c10f9: [{ PartitionKey: "pk659c10f9", RowKey: "rk659c10f9" }] },
    },
  },
];

describe.skipIf(skipReason !== "")(`recorded exchanges of the real service${skipReason}`, () => {
  const replayable = scenarios("storage").filter((scenario) => !needsSignature(scenario));
  const special = new Set(preconditions.flatMap(({ kind, scenarios: names }) => (kind === undefined ? names : [])));

  it("are answered alike from an empty account: status, code, body and headers", async () => {
    const { failures, exchanges } = await replaySome(
      replayable.filter(({ name }) => !special.has(name)),
      {},
    );
    expect(failures).toEqual([]);
    expect(exchanges).toBeGreaterThan(200);
  });

  it.each(preconditions)("are answered alike: $scenarios ($why)", async ({ scenarios: names, kind, ...start }) => {
    const chosen = scenarios(kind ?? "storage").filter(({ name }) => names.includes(name));
    expect(chosen).toHaveLength(names.length);
    expect((await replaySome(chosen, start)).failures).toEqual([]);
  });
});

const tableOrder = "Cosmos DB lists tables in the order of its own IDs, this service by their names";
const otherProperties = "it began with other service properties than the scenarios beside it";

/** Run of the script, with its remaining differences and their reasons. */
interface Run extends Start {
  readonly folder: string | undefined;
  readonly exchanges: number;
  readonly differences: Readonly<Record<string, string>>;
}

const runs: readonly Run[] = [
  {
    prepare: setEarlierProperties,
    folder: recordings && join(recordings, "storage"),
    exchanges: 265,
    differences: {
      "new-invalid-key 0": "the recorded request was signed with another key, that of the script is right",
      "response-callback 0": otherProperties,
    },
  },
  {
    options: { kind: "cosmos", cosmosAsOf: 2020 },
    folder: recordings && join(recordings, "cosmos"),
    exchanges: 227,
    differences: {
      "insert-etag 1": "another test had left the entity in the account",
      "query-tables-per-page 5": tableOrder,
      "query-tables-per-page 6": tableOrder,
      "query-tables-with-num-results 4": tableOrder,
    },
  },
  {
    options: { kind: "cosmos" },
    folder: laterRecordings && join(laterRecordings, "cosmos"),
    exchanges: 165,
    differences: { "TestQueryTable_cosmos 6": tableOrder, "TestQueryTable_cosmos 7": tableOrder },
  },
  {
    folder: laterRecordings && join(laterRecordings, "storage"),
    exchanges: 203,
    differences: { "TestSetLogging 0": otherProperties },
  },
];

describe.skipIf(skipReason !== "")(`recorded exchanges${skipReason}`, () => {
  it.each(runs)("of $folder are answered alike: status, code, body and headers", async (run) => {
    const client = await RawClient.start(run.options ?? {});
    await run.prepare?.(client);
    const { failures, exchanges } = await replay(client.server.endpoint, run.folder ?? "", true);
    await client.close();
    const names = failures.map(({ scenario, n }) => `${scenario.replace(/^\w+\//, "")} ${n}`);
    expect(names).toEqual(Object.keys(run.differences));
    expect(exchanges).toBe(run.exchanges);
  });
});
