import { expect, it } from "vitest";
import { commandServer } from "../../test/command-server.js";
import { runHere } from "../../test/run-here.js";
import { temporaryProject } from "../../test/temporary-project.js";

const server = commandServer();

const files = {
  "tables/rate.table.ts": `import { edm, entity } from "tablewright";
export const Rate = entity({
  table: "Rates",
  properties: {
    currency: edm.string({ maxLength: 3 }),
    no: edm.string({ keyOnly: true, maxLength: 10 }),
    date: edm.dateTime({ reads: ["Edm.String"] }),
    units: edm.int32({ reads: ["Edm.String"] }).optional(),
    active: edm.boolean({ reads: ["Edm.String"] }).optional(),
  },
  partitionKey: (k) => [k.currency],
  rowKey: (k) => [k.no],
});\n`,
};

const seed = (...rows: (readonly [no: string, properties: object])[]) =>
  server.service.importRows(
    rows.map(([RowKey, properties]) =>
      JSON.stringify({ $table: "Rates", PartitionKey: "EUR", RowKey, currency: "EUR", ...properties }),
    ),
  );

it("text of other languages is read, and migrate rewrites it in the type of the definition", async () => {
  const { root } = temporaryProject(files);
  seed(
    ["go", { date: "2023-11-20T10:05:11.123456789-08:00", units: "+5", active: "True" }],
    ["net", { date: "2021-07-30T00:00:00Z" }],
  );
  expect((await runHere(root, "migrate")).code).toBe(0);
  const { out } = await runHere(root, "export", "Rates");
  const rows = out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(rows).toMatchObject([
    {
      RowKey: "go",
      "date@odata.type": "Edm.DateTime",
      date: expect.stringMatching(/^2023-11-20T18:05:11\.1234567Z$/),
      units: 5,
      active: true,
    },
    {
      RowKey: "net",
      "date@odata.type": "Edm.DateTime",
      date: expect.stringMatching(/^2021-07-30T00:00:00(?:\.0+)?Z$/),
    },
  ]);
  expect((await runHere(root, "verify")).code).toBe(0);
});

it("verify and migrate name the stored type, the text and the accepted forms", async () => {
  const { root } = temporaryProject(files);
  seed(["excel", { date: "22/11/2026 10:00" }], ["kind", { date: "2021-07-30T00:00:00" }]);
  const accepted =
    "Rate.date is stored as Edm.String, which is no text of an Edm.DateTime: a date and time with Z or an offset, such as 2026-11-22T10:00:00Z";
  const verified = await runHere(root, "verify");
  expect(verified.code).toBe(3);
  expect(verified.out).toContain(accepted);
  expect(verified.out).toContain('("EUR", "excel") has "22/11/2026 10:00"');
  const migrated = await runHere(root, "migrate", "--dry-run");
  expect(`${migrated.out}${migrated.log}`).toContain(accepted);
  expect(`${migrated.out}${migrated.log}`).toContain('"22/11/2026 10:00"');
});
