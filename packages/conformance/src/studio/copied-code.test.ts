import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { TableServiceClient } from "@tablewright/runtime";
import type { StudioProject } from "@tablewright/studio";
import { expect, it } from "vitest";
import { compileFixture } from "../../../generator/src/test/compile-fixture.js";
import { rowLiteral } from "../../../studio/page/rows/copy-text.js";
import type { Operator, Plan, RowQuery } from "../../../studio/src/contract/query.js";
import { describeEntities } from "../../../studio/src/model/describe-entity.js";
import { viewRow } from "../../../studio/src/rows/view-row.js";
import { studioCalls } from "../../../studio/src/studio-calls.js";
import { strict } from "../targets/targets.js";
import { seedEvery, storedKey } from "./every-row.js";
import { everyDefinition, everyValue } from "./every-value.js";
import { createProject, readTestDefinitions } from "./studio-lab.js";

type Codes = (query: Partial<RowQuery>) => Promise<string | undefined>;

/** Compiles code that Studio copied, with the generated classes beside it, and returns the problems with their lines. */
async function problemsOf(definitions: string, codes: readonly (string | undefined)[], lines: readonly string[]) {
  const { files } = await readTestDefinitions(definitions);
  const folder = mkdtempSync(join(tmpdir(), "tablewright-copied-"));
  try {
    mkdirSync(join(folder, "gen"));
    for (const { path, text } of files) writeFileSync(join(folder, "gen", basename(path)), text);
    const program = [
      'import type { TableServiceClient } from "@tablewright/runtime";',
      ...new Set(codes.flatMap((code) => code?.match(/^import .*$/gm) ?? [])),
      "declare const service: TableServiceClient;",
      ...lines,
      ...codes.map((code, index) => `export const query${index} = ${code?.replace(/^import .*$/gm, "").trim()};`),
    ].flatMap((text) => text.split("\n"));
    const file = join(folder, "copied.ts");
    writeFileSync(file, program.join("\n"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const { problems } = await compileFixture({ files: [file], compiler: "7.0" });
    return problems.map(({ message, line }) => `${program[line - 1]}: ${message}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function codesOf(service: TableServiceClient, project: StudioProject, entity: string, table: string): Codes {
  const { plan = expect.fail } = studioCalls(service, project, { isReadOnly: true });
  return async (query) => {
    const whole = { table, entity, keys: [], where: [], ...query };
    return ((await plan({ query: whole }, new AbortController().signal)) as Plan).code;
  };
}

it("compiles what Studio copies of a row and of queries by each property", async () => {
  const project = await createProject(everyDefinition);
  const running = await strict.start();
  try {
    const { service } = running;
    await seedEvery(service, project);
    const row = await service.table("Everything").get(storedKey({ project }, "studio"));
    const [entity] = describeEntities(project.schemas);
    if (row === undefined || entity === undefined) throw new Error("The row is missing.");
    const literal = rowLiteral(entity, viewRow(project, "Everything", row));
    const codeOf = codesOf(service, project, "Every", "Everything");
    // Conditions cannot use values in parts and JSON.
    const comparable = everyValue.filter(
      ({ builder, text }) => text !== undefined && text !== "NaN" && !/parts|json/.test(builder),
    );
    const codes = await Promise.all([
      ...comparable.map(({ name, text = "" }) => codeOf({ where: [{ property: name, operator: "eq", text }] })),
      codeOf({ keys: [["group", "a"]], expired: false }),
      codeOf({
        keys: [
          ["group", "a"],
          ["id", "studio"],
        ],
        filter: "plain eq 'it''s'",
      }),
      codeOf({ where: [{ property: "at", operator: "ge", text: "2026-11-21T10:00:00.1234567Z" }] }),
    ]);
    const brands = comparable.flatMap(({ builder }) => /brand: "(\w+)"/.exec(builder)?.[1] ?? []);
    const names = ["Every", ...new Set(brands.map((brand) => `type ${brand}`))];
    const problems = await problemsOf(everyDefinition, codes, [
      `import { ${names.join(", ")} } from "./gen/index.js";`,
      `export const row: Every = ${literal};`,
    ]);
    expect(problems).toEqual([]);
  } finally {
    await running.stop();
  }
});

/** Definition whose keys have brands, codes, times in each form and a bucket. */
const keyDefinition = `import { edm, entity } from "tablewright";

export const Reading = entity({
  table: "Readings",
  properties: {
    deviceId: edm.string({ maxLength: 20, brand: "DeviceId" }),
    at: edm.dateTime({ as: "iso" }),
    ticks: edm.dateTime({ as: "ticks" }),
    rank: edm.int32({ brand: "Rank", min: 0 }),
    plan: edm.string({ oneOf: ["free", "paid"], brand: "Plan" }),
    state: edm.int32({ codes: { open: 1, done: 2 } }),
    total: edm.int64({ as: "number" }),
    points: edm.int64({ brand: "Points" }).optional(),
    tenant: edm.guid({ brand: "Tenant" }).optional(),
  },
  partitionKey: (k) => [k.deviceId, k.at.month],
  rowKey: (k) => [k.rank.pad(4), k.ticks.desc, k.plan],
});
`;

it("compiles what Studio copies of queries by keys with brands, codes, times and buckets", async () => {
  const project = await createProject(keyDefinition);
  const running = await strict.start();
  try {
    const codeOf = codesOf(running.service, project, "Reading", "Readings");
    const where = (property: string, operator: Operator, text: string) => ({ property, operator, text });
    const device = ["deviceId", "d'1"] as const;
    const from = where("at", "ge", "2026-10-01T00:00:00Z");
    const to = where("at", "lt", "2026-12-01T00:00:00.1234567Z");
    const queries: readonly Partial<RowQuery>[] = [
      { keys: [device] },
      { keys: [device], where: [from, to] },
      { keys: [device, ["at", "2026-10-01T00:00:00Z"], ["rank", "7"]] },
      {
        keys: [
          device,
          ["at", "2026-10-01T00:00:00Z"],
          ["rank", "7"],
          ["ticks", "2026-10-01T00:00:00Z"],
          ["plan", "paid"],
        ],
      },
      { keys: [device, ["at", "2026-10-01T00:00:00Z"]], where: [where("rank", "ge", "7"), where("rank", "lt", "9")] },
      { keys: [["rank", "7"]] },
      { where: [where("deviceId", "startsWith", "d")] },
      { where: [where("rank", "gt", "7")] },
      { where: [where("ticks", "le", "2026-10-01T00:00:00Z")] },
      { where: [where("state", "eq", "done"), where("total", "ge", "-5")] },
      { where: [where("plan", "ne", "free"), where("points", "lt", "-9007199254740993")] },
      { where: [where("tenant", "eq", "0a0b0c0d-0000-4000-8000-00000000000f")] },
    ];
    const codes = await Promise.all(queries.map(codeOf));
    expect(codes[1]).toContain('deviceId: "d\'1" as DeviceId');
    const problems = await problemsOf(keyDefinition, codes, [
      'import { type DeviceId, type Plan, type Points, type Rank, Reading, type Tenant } from "./gen/index.js";',
    ]);
    expect(problems).toEqual([]);
  } finally {
    await running.stop();
  }
});
