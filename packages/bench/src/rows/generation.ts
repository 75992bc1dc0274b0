import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { median, milliseconds, type RowSource } from "../measure/figures.js";
import { interleaved, programPath, runProgram } from "../measure/processes.js";
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
