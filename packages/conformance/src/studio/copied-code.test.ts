import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { compileFixture } from "../../../generator/src/test/compile-fixture.js";
import { rowLiteral } from "../../../studio/page/rows/copy-text.js";
import type { Plan, RowQuery } from "../../../studio/src/contract/query.js";
import { describeEntities } from "../../../studio/src/model/describe-entity.js";
import { viewRow } from "../../../studio/src/rows/view-row.js";
import { studioCalls } from "../../../studio/src/studio-calls.js";
import { strict } from "../targets/targets.js";
import { seedEvery, storedKey } from "./every-row.js";
import { everyDefinition, everyValue } from "./every-value.js";
import { createProject, readTestDefinitions } from "./studio-lab.js";

it("compiles what Studio copies of a row and of queries by each property", async () => {
  const { files } = await readTestDefinitions(everyDefinition);
  const project = await createProject(everyDefinition);
  const running = await strict.start();
  const folder = mkdtempSync(join(tmpdir(), "tablewright-copied-"));
  try {
    const { service } = running;
    await seedEvery(service, project);
    const row = await service.table("Everything").get(storedKey({ project }, "studio"));
    const [entity] = describeEntities(project.schemas);
    if (row === undefined || entity === undefined) throw new Error("The row is missing.");
    const literal = rowLiteral(entity, viewRow(project, "Everything", row));
    const { plan = expect.fail } = studioCalls(service, project, { isReadOnly: true });
    const codeOf = async (query: Partial<RowQuery>) => {
      const whole = { table: "Everything", entity: "Every", keys: [], where: [], ...query };
      return ((await plan({ query: whole }, new AbortController().signal)) as Plan).code;
    };
    // The schema of a class does not know brands, and conditions cannot use values in parts and JSON.
    const comparable = everyValue.filter(
      ({ builder, text }) => text !== undefined && text !== "NaN" && !/brand|parts|json/.test(builder),
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
    mkdirSync(join(folder, "gen"));
    for (const { path, text } of files) writeFileSync(join(folder, "gen", basename(path)), text);
    const program = [
      'import type { TableServiceClient } from "@tablewright/runtime";',
      ...new Set(codes.flatMap((code) => code?.match(/^import .*$/gm) ?? [])),
      'import { Every } from "./gen/index.js";',
      "declare const service: TableServiceClient;",
      `export const row: Every = ${literal};`,
      ...codes.map((code, index) => `export const query${index} = ${code?.replace(/^import .*$/gm, "")};`),
    ];
    const file = join(folder, "copied.ts");
    writeFileSync(file, program.join("\n"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const { problems } = await compileFixture({ files: [file], compiler: "7.0" });
    expect(problems.map(({ message, line }) => `${program[line - 1]}: ${message}`)).toEqual([]);
  } finally {
    await running.stop();
    rmSync(folder, { recursive: true });
  }
});
