import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, milliseconds, type RowSource } from "../measure/figures.js";
import { freshScript, interleaved, runFresh } from "../measure/processes.js";
import { temporaryProject } from "./definitions.js";

const bin = fileURLToPath(new URL("../../node_modules/tablewright/dist/bin.js", import.meta.url));

/**
 * CPU time of `tablewright generate` for 1,000 definitions of 12 properties: from nothing, and without changes. Each run from nothing uses
 * a new folder and deletes none, because ext4 does not reuse the inodes of files that were just deleted, and searching for other inodes
 * would cost more than the run itself.
 */
export const generation: RowSource = {
  name: "generate",
  async measure(times) {
    const folders: string[] = [];
    const generate = (folder: string) => runFresh(bin, ["generate"], { cwd: folder });
    const cold = () => {
      const folder = temporaryProject(1000, 12);
      folders.push(folder);
      return generate(folder);
    };
    try {
      const costs = await interleaved(times, {
        nothing: () => runFresh(freshScript("import-package")),
        cold,
        unchanged: () => generate(folders.at(-1) ?? ""),
      });
      const cpu = (name: keyof typeof costs) => median(costs[name].map(({ cpuUs }) => cpuUs));
      const unchanged = cpu("unchanged") - cpu("nothing");
      return [
        {
          what: "generate 1,000 definitions, cold, CPU",
          ours: milliseconds(cpu("cold")),
          budget: "under 1,500 ms",
          holds: cpu("cold") < 1_500_000,
        },
        {
          what: "the same when nothing changed, CPU over an empty node",
          ours: milliseconds(unchanged),
          budget: "under 100 ms",
          holds: unchanged < 100_000,
        },
      ];
    } finally {
      for (const folder of folders) rmSync(folder, { recursive: true });
    }
  },
};

/** Cost for the type checker of an application with 300 generated entities of 30 properties. */
export const typeCost: RowSource = {
  name: "types",
  async measure() {
    const [few, many] = [await instantiations(50), await instantiations(300)];
    const each = (many - few) / 250;
    return [
      {
        what: "type instantiations an entity of 30 properties, TypeScript 6",
        ours: each.toFixed(0),
        budget: "under 200",
        holds: each < 200 && each > 10,
      },
    ];
  },
};

async function instantiations(entities: number): Promise<number> {
  const folder = temporaryProject(entities, 30);
  try {
    await runFresh(bin, ["generate"], { cwd: folder });
    mkdirSync(join(folder, "src"), { recursive: true });
    const uses = Array.from({ length: entities }, (_, n) => usage(n));
    const head = `import { TableServiceClient } from "@tablewright/runtime";
import * as gen from "./tables.gen/index.js";
const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true");
const at = new Date();
const id = crypto.randomUUID();
`;
    writeFileSync(join(folder, "src/app.ts"), head + uses.join("\n"));
    const typescript = createRequire(new URL("../../../../package.json", import.meta.url)).resolve(
      "typescript/bin/tsc",
    );
    const { stdout } = spawnSync(process.execPath, [typescript, "-p", folder, "--extendedDiagnostics"], {
      encoding: "utf8",
    });
    const found = /Instantiations:\s+(\d+)/.exec(stdout)?.[1];
    if (found === undefined || /error TS/.test(stdout))
      throw new Error(`The application does not compile: ${stdout.slice(0, 2000)}`);
    return Number(found);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns an application's code for one entity, with one call of each kind. */
function usage(n: number): string {
  const p = (index: number) => `p${index}e${n}`;
  const values = ['"a"', "at", "1", undefined, "1n", "1", "id"];
  const required = Array.from({ length: 30 }, (_, i) => {
    const value = values[i % 9];
    return value === undefined ? "" : `${p(i)}: ${value}`;
  }).filter((text) => text !== "");
  const key = `${p(0)}: "a", ${p(1)}: at, ${p(2)}: 1`;
  return `export async function use${n}(): Promise<void> {
  const entities = service.entities(gen.Entity${n});
  await entities.insert({ ${required.join(", ")} });
  const row = await entities.get({ ${key} });
  if (row === undefined) return;
  await entities.merge(row, { ${p(5)}: 3 }, { ifMatch: row.$etag });
  await entities.replace(row, { ifMatch: row.$etag });
  await entities.delete({ ${key} }, { ifMatch: "*" });
  for await (const { ${p(5)}: selected } of entities.query({ ${p(0)}: "a" }).where({ ${p(5)}: { gt: 5 }, ${p(3)}: true }).select("${p(5)}")) void selected;
  await service.transaction(gen.Entity${n}.partition({ ${p(0)}: "a" }), (tx) => {
    tx.insert(gen.Entity${n}, { ${required.slice(1).join(", ")} });
    tx.delete(gen.Entity${n}, { ${p(1)}: at, ${p(2)}: 1 }, { ifMatch: "*" });
  });
}`;
}
