import { readFileSync } from "node:fs";
import { createTableService, serveTableService, type TableService } from "@tablewright/testing";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { playTranscripts } from "./test/play-transcripts.js";
import { temporaryProject } from "./test/temporary-project.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const guide = new URL("../../docs/pages/guide/", import.meta.url).pathname;

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

let service: TableService;
beforeEach(async () => {
  service = createTableService();
  const server = await serveTableService({ service });
  onTestFinished(() => server.close());
  vi.stubEnv("TABLES_CONNECTION_STRING", server.connectionString);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it("the transcripts of Live tables are what the commands print", async () => {
  const project = temporaryProject({
    "seed.ndjson": `${seed.join("\n")}\n`,
    "billing.ndjson": `${billing.join("\n")}\n`,
  });
  project.write("tables/shop.table.ts", /```ts\n(\/\/ tables\/shop[\s\S]+?)```/.exec(readme)?.[1] ?? "");
  const section = sectionOf("Live tables");
  expect(section.match(/^\$ npx tablewright /gm)?.length).toBeGreaterThan(10);
  expect(await playTranscripts(section, project)).toBe(section);
});

it("the transcript of Init from live tables is what the command prints", async () => {
  const manifest = { type: "module", dependencies: { "@tablewright/runtime": "0", tablewright: "0" } };
  service.importRows(billing);
  const section = sectionOf("Init from live tables");
  expect(section).toContain("$ npx tablewright init --from");
  const project = temporaryProject({ "package.json": JSON.stringify(manifest) });
  expect(await playTranscripts(section, project)).toBe(section);
});

it.each([
  ["live-tables", 10],
  ["reports-and-analytics", 6],
])(
  "the transcripts of the guide's page %s are what the commands print; if not, run it with -u",
  async (name, commands) => {
    const page = `${guide}${name}.md`;
    const text = readFileSync(page, "utf8");
    expect(text.match(/^\$ npx tablewright /gm)?.length).toBeGreaterThan(commands);
    await expect(await playTranscripts(text, temporaryProject())).toMatchFileSnapshot(page);
  },
);

function sectionOf(title: string): string {
  const [, section = ""] = new RegExp(`\n## ${title}\n([\\s\\S]+?)\n## `).exec(readme) ?? [];
  return section;
}
