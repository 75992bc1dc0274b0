import { describe, expect, it } from "vitest";
import { progressHere, runHere } from "../../test/run-here.js";
import { definition, temporaryProject } from "../../test/temporary-project.js";

describe("check", () => {
  it("says that all is well, and writes nothing", async () => {
    const project = temporaryProject({
      "tables/order.table.ts": definition("Order"),
      "tables/line.table.ts": definition("Line"),
    });
    expect(await runHere(project.root, "check")).toEqual({
      code: 0,
      out: "",
      log: "✔ 2 definition files: no problems found",
    });
    expect(progressHere).toEqual(["→ loading the generator", "→ reading 2 definition files", ""]);
    expect(project.list()).toEqual(["tables/line.table.ts", "tables/order.table.ts"]);
  });

  it("exits with 0 for warnings", async () => {
    const text = definition("Order").replace("maxLength: 64", "");
    const project = temporaryProject({ "tables/order.table.ts": text });
    const { code, log } = await runHere(project.root, "check");
    expect(code).toBe(0);
    expect(log).toMatch(/^⚠ key\.may-be-too-long {2}[\s\S]*✔ 1 definition file: 1 warning$/);
  });

  it("exits with 2 for errors, all of them at once", async () => {
    const project = temporaryProject({
      "tables/line.table.ts": definition("Line", '["row", k.idd]'),
      "tables/order.table.ts": definition("Order", '["a/b", k.id]'),
    });
    const { code, out, log } = await runHere(project.root, "check");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(log).toContain("✖ key.unknown-property");
    expect(log).toContain("✖ key.literal-character");
    expect(log).toMatch(/\n✖ 2 errors\.$/);
  });

  it("prints findings as annotations of a GitHub workflow", async () => {
    const text = definition("Order", '["row", k.idd]');
    const project = temporaryProject({ "tables/a,b:c.table.ts": text });
    const { code, out, log } = await runHere(project.root, "check", "--format", "github");
    expect([code, log]).toEqual([2, ""]);
    const line = text.split("\n").findIndex((each) => each.includes("k.idd")) + 1;
    expect(out).toMatch(
      new RegExp(
        `^::error file=tables/a%2Cb%3Ac\\.table\\.ts,line=${line},endLine=${line},col=\\d+,endColumn=\\d+,title=key\\.unknown-property::[^\\n]+$`,
      ),
    );
  });

  it("prints nothing for a GitHub workflow where there is no finding", async () => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    expect(await runHere(project.root, "check", "--format", "github")).toEqual({ code: 0, out: "", log: "" });
  });

  it("pays no regard to the output folder", async () => {
    const project = temporaryProject({
      "tables/order.table.ts": definition("Order"),
      "src/tables.gen/order.gen.ts": "mine\n",
    });
    expect((await runHere(project.root, "check")).code).toBe(0);
  });

  it("exits with 2 without definitions", async () => {
    const { code, log } = await runHere(temporaryProject().root, "check");
    expect(code).toBe(2);
    expect(log).toMatch(/^✖ definition\.no-files/);
  });

  it("prints one JSON object", async () => {
    const project = temporaryProject({ "tables/none.table.ts": "export const x = 1;\n" });
    const { code, out, log } = await runHere(project.root, "check", "--json");
    expect({ code, log }).toEqual({ code: 2, log: "" });
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      exitCode: 2,
      files: [],
      diagnostics: [{ code: "definition.none", severity: "error" }],
    });
  });
});
