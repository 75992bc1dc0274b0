import { readFileSync } from "node:fs";
import { createTableService, serveTableService, type TableService } from "@tablewright/testing";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { runHere } from "./test/run-here.js";
import { temporaryProject } from "./test/temporary-project.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

const seed = [
  '{"$table":"Shop","PartitionKey":"cust!C1","RowKey":"order!2516982335999999999","total@odata.type":"Edm.Double","total":12.5}',
  '{"$table":"Shop","PartitionKey":"cust!C2","RowKey":"order!2516982335999999999","total@odata.type":"Edm.Double","total":5.0}',
  '{"$table":"Shop","PartitionKey":"cust!C3","RowKey":"order!2516982335999999999","total@odata.type":"Edm.Int32","total":5}',
];

const customer = '"$table":"Billing","PartitionKey":"cust!C1","RowKey":"customer","customerId":"C1"';
const invoice = '"$table":"Billing","PartitionKey":"cust!C1","customerId":"C1","sentAt@odata.type":"Edm.DateTime"';
const billing = [
  `{${customer},"name":"Ann"}`,
  `{${customer.replaceAll("C1", "C2")},"name":"Ben"}`,
  `{${invoice},"sentAt":"2024-01-02T00:00:00Z","RowKey":"invoice!2516981471999999999","total":5.5,"note":"paid"}`,
  `{${invoice},"sentAt":"2024-01-01T00:00:00Z","RowKey":"invoice!2516982335999999999","total":12}`,
];

afterEach(() => {
  vi.unstubAllEnvs();
});

it("the transcripts of Live tables are what the commands print", async () => {
  const { root, write } = temporaryProject({
    "seed.ndjson": `${seed.join("\n")}\n`,
    "billing.ndjson": `${billing.join("\n")}\n`,
  });
  write("tables/shop.table.ts", /```ts\n(\/\/ tables\/shop[\s\S]+?)```/.exec(readme)?.[1] ?? "");
  await serve();
  await followTranscripts("Live tables", root);
});

it("the transcript of Init from live tables is what the command prints", async () => {
  const manifest = { type: "module", dependencies: { "@tablewright/runtime": "0", tablewright: "0" } };
  const { root } = temporaryProject({ "package.json": JSON.stringify(manifest) });
  const service = await serve();
  service.importRows(billing);
  await followTranscripts("Init from live tables", root);
});

/** An empty service, which commands find. */
async function serve(): Promise<TableService> {
  const service = createTableService();
  const server = await serveTableService({ service });
  onTestFinished(() => server.close());
  vi.stubEnv("TABLES_CONNECTION_STRING", server.connectionString);
  return service;
}

/** Runs what a section runs, and compares what it prints. */
async function followTranscripts(title: string, root: string): Promise<void> {
  const [, section = ""] = new RegExp(`\n## ${title}\n([\\s\\S]+?)\n## `).exec(readme) ?? [];
  const transcripts = [...section.matchAll(/```console\n([\s\S]+?)```/g)].map(([, text = ""]) => text);
  expect(transcripts.length).toBeGreaterThan(0);
  for (const transcript of transcripts) {
    for (const step of transcript.split(/^\$ /m).filter((text) => text.startsWith("npx tablewright "))) {
      const [command = "", ...printed] = step.trimEnd().split("\n");
      const { out, log } = await runHere(root, ...argumentsOf(command));
      const lines = [...out.split("\n"), ...log.split("\n")];
      expect([command, ...withoutChance(lines)]).toEqual([command, ...withoutChance(printed)]);
    }
  }
}

/** The arguments of a command line, of which single quotes may enclose one. */
function argumentsOf(command: string): string[] {
  const words = command.match(/'[^']*'|\S+/g) ?? [];
  return words.slice(2).map((word) => word.replace(/^'|'$/g, ""));
}

/** Timestamps and the names of requests differ from run to run, and so does the order of an export. Empty lines don't count. */
function withoutChance(all: readonly string[]): string[] {
  const lines = all.filter((line) => line !== "");
  const stamped = lines.map((line) =>
    line.replace(/"Timestamp":"[^"]+"/, '"Timestamp":"…"').replace(/\(request [^)]+\)/, "(request …)"),
  );
  return [...stamped.filter((line) => line.startsWith("{")).sort(), ...stamped.filter((line) => !line.startsWith("{"))];
}
