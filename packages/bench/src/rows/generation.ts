import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, milliseconds, type RowSource } from "../measure/figures.js";
import { interleaved, programPath, runProgram } from "../measure/processes.js";
import { temporaryProject } from "./definitions.js";

/** Path of the built command. */
export const bin = fileURLToPath(new URL("../../node_modules/tablewright/dist/bin.js", import.meta.url));

/**
 * CPU time of `tablewright generate` for 1,000 definitions of 12 properties: from nothing, without changes, and after one definition got
 * another property. Each run from nothing uses a new folder and deletes none, because ext4 does not reuse the inodes of files that were
 * just deleted, and searching for other inodes would cost more than the run itself.
 */
export const generation: RowSource = {
  name: "generate",
  async measure(times) {
    const folders: string[] = [];
    const generate = (folder: string) => runProgram(bin, ["generate"], { cwd: folder });
    const cold = () => {
      const folder = temporaryProject(1000, 12);
      folders.push(folder);
      return generate(folder);
    };
    try {
      const costs = await interleaved(times, {
        nothing: () => runProgram(programPath("import-package")),
        cold,
        unchanged: () => generate(folders.at(-1) ?? ""),
        edited: () => {
          const folder = folders.at(-1) ?? "";
          addProperty(join(folder, "tables/entity-500.table.ts"));
          return generate(folder);
        },
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
        {
          what: "one edit among 1,000 definitions, CPU",
          ours: milliseconds(cpu("edited")),
          budget: "at most the cold run",
          holds: cpu("edited") <= cpu("cold"),
        },
      ];
    } finally {
      for (const folder of folders) rmSync(folder, { recursive: true });
    }
  },
};

function addProperty(file: string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("properties: {\n", "properties: {\n    added: edm.string().optional(),\n"));
}
