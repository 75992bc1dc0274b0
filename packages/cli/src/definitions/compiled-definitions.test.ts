import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { recordingTerminal } from "../test/recording-terminal.js";
import { runHere } from "../test/run-here.js";
import { temporaryProject } from "../test/temporary-project.js";
import { readCompiled } from "./compiled-definitions.js";

const definition = (more = "") => `import { edm, entity } from "tablewright";
import { id } from "./shared.js";
export const Item = entity({
  table: "Items",
  properties: { id, note: edm.string().optional()${more} },
  partitionKey: () => ["items"],
  rowKey: (k) => [k.id],
});
`;
const shared = (length = 20) => `import { edm } from "tablewright";
export const id = edm.string({ maxLength: ${length} });
`;

/** Creates a project, and a function that returns its classes, and whether the definitions were compiled for that. */
function setUp() {
  const project = temporaryProject({ "tables/item.table.ts": definition(), "tables/shared.ts": shared() });
  const read = async () => {
    const { terminal, progress, log } = recordingTerminal();
    const compiled = await readCompiled(project.root, undefined, terminal);
    const isCompiled = progress.some((text) => text.includes("reading the definitions"));
    return { isCompiled, classes: compiled?.files.map(({ text }) => text).join("\n"), log, compiled };
  };
  return { ...project, read };
}

describe("the classes of definitions", () => {
  it("are those of the last run if no file has changed, whoever wrote the output", async () => {
    const { root, read } = setUp();
    const first = await read();
    expect(first).toMatchObject({ isCompiled: true, classes: expect.stringContaining("class Item") });
    const second = await read();
    expect(second).toMatchObject({ isCompiled: false, classes: first.classes });
    expect(second.compiled).toEqual(first.compiled);
    expect(existsSync(join(root, "src"))).toBe(false);
  });

  it.each<readonly [string, (write: (path: string, text: string) => void) => void, string]>([
    ["a definition", (write) => write("tables/item.table.ts", definition(", count: edm.int32()")), "count"],
    ["what a definition imports", (write) => write("tables/shared.ts", shared(33)), "33"],
    [
      "the list of definitions",
      (write) => write("tables/other.table.ts", definition().replaceAll("Item", "Other")),
      "Other",
    ],
    [
      "the config",
      (write) =>
        write(
          "tablewright.config.ts",
          'import { defineConfig } from "tablewright";\nexport default defineConfig({ outDir: "gen" });\n',
        ),
      "Item",
    ],
  ])("are compiled again after a change of %s", async (_, change, expected) => {
    const { read, write } = setUp();
    await read();
    change(write);
    expect(await read()).toMatchObject({ isCompiled: true, classes: expect.stringContaining(expected) });
    expect(await read()).toMatchObject({ isCompiled: false, classes: expect.stringContaining(expected) });
  });

  it("are compiled again, with those of former definitions, after the lock file has changed", async () => {
    const { root, read, write } = setUp();
    expect((await runHere(root, "generate")).code).toBe(0);
    expect((await read()).compiled?.former.classes).toEqual([]);
    write("tables/item.table.ts", definition().replace("[k.id]", '["item", k.id]'));
    expect((await runHere(root, "generate", "--accept")).code).toBe(0);
    const changed = await read();
    expect([changed.isCompiled, changed.compiled?.former.classes.length]).toEqual([true, 1]);
    expect((await read()).compiled).toEqual(changed.compiled);
  });

  it("are none if the definitions have errors, or if there are none", async () => {
    const { read, write, remove } = setUp();
    await read();
    write("tables/item.table.ts", definition().replace("k.id", "k.ids"));
    for (let run = 0; run < 2; run++) {
      const { compiled, isCompiled, log } = await read();
      expect([compiled, isCompiled, log.join("\n")]).toEqual([undefined, true, expect.stringContaining("key.")]);
    }
    remove("tables/item.table.ts");
    const { compiled, log } = await read();
    expect([compiled, log.join("\n")]).toEqual([undefined, expect.stringContaining("No definition files match")]);
  });
});
