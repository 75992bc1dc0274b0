import { describe, expect, it } from "vitest";
import { runHere } from "../../../test/run-here.js";
import { startCli } from "../../../test/spawn-cli.js";
import { definition, temporaryProject } from "../../../test/temporary-project.js";

const ready = "Watching for changes. Press Ctrl-C to stop.";

describe("generate --watch", () => {
  it("generates again for every change, survives errors, and ends with the signal", async () => {
    const project = temporaryProject({
      "tables/order.table.ts": `import { audited } from "../model/audited.js";\n${definition("Order").replace("{ id", "{ ...audited, id")}`,
      "model/audited.ts": 'import { edm } from "tablewright";\nexport const audited = { by: edm.string() };\n',
      "tsconfig.json": '{ "extends": "./tsconfig.base.json" }\n',
      "tsconfig.base.json": '{ "compilerOptions": { "module": "nodenext" } }\n',
    });
    const { child, ended, printed } = startCli(project.root, ["generate", "--watch"]);
    await printed("✔ 3 files: 3 written");
    await printed(ready);

    project.write("model/audited.ts", project.read("model/audited.ts").replace("()", "({ maxLength: 9 })"));
    await printed("written    src/tables.gen/order.gen.ts");
    project.write("tables/deep/line.table.ts", definition("Line"));
    await printed("written    src/tables.gen/line.gen.ts");
    project.write("tables/deep/line.table.ts", definition("Line", '["row", k.idd]'));
    await printed("✖ 1 error: nothing was written.");
    project.write("tables/deep/line.table.ts", definition("Line").replace("64", "65"));
    await printed("written    src/tables.gen/line.gen.ts");
    project.remove("tables/deep/line.table.ts");
    await printed("✖ change.entity-removed  Line was removed");
    expect(await runHere(project.root, "generate", "--accept")).toMatchObject({
      code: 0,
      out: expect.stringContaining("removed    src/tables.gen/line.gen.ts"),
    });
    project.write(
      "tsconfig.base.json",
      '{ "compilerOptions": { "module": "preserve", "moduleResolution": "bundler" } }\n',
    );
    await printed("written    src/tables.gen/index.ts");
    project.write("tablewright.config.ts", 'export default { outDirr: "gen" };\n');
    await printed("✖ 1 error: nothing was written.");
    project.write("tablewright.config.ts", 'export default { outDir: "gen" };\n');
    await printed("written    gen/order.gen.ts");
    project.write("tables/order.table.ts", definition("Order"));
    await printed("written    gen/order.gen.ts");
    project.remove("tables/order.table.ts");
    await printed("✖ definition.no-files");
    project.write("tables/order.table.ts", definition("Order").replace("64", "65"));
    await printed("written    gen/order.gen.ts");

    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
    expect(project.read("gen/order.gen.ts")).toContain("maxLength: 65");
  });

  it("misses no file that comes at once, nor what changes after a folder was replaced", async () => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    const { printed } = startCli(project.root, ["generate", "--watch"]);
    await printed(ready);
    project.write("tables/line.table.ts", definition("Line"));
    await printed("written    src/tables.gen/line.gen.ts");
    project.write("tables/deep/item.table.ts", definition("Item"));
    await printed("written    src/tables.gen/item.gen.ts");
    for (const maxLength of ["65", "66", "67"]) {
      project.remove("tables");
      project.write("tables/line.table.ts", definition("Line"));
      project.write("tables/deep/item.table.ts", definition("Item"));
      project.write("tables/order.table.ts", definition("Order").replace("64", maxLength));
      await printed("written    src/tables.gen/order.gen.ts");
    }
    project.write("tables/line.table.ts", definition("Line").replace("64", "65"));
    await printed("written    src/tables.gen/line.gen.ts");
    expect(project.read("src/tables.gen/line.gen.ts")).toContain("maxLength: 65");
  });

  it("sees what comes back outside the config's folder", async () => {
    const project = temporaryProject({
      "tables/order.table.ts": definition("Order"),
      "app/tablewright.config.ts": 'export default { definitions: "../tables/*.table.ts" };\n',
    });
    const { printed } = startCli(project.root, ["generate", "--watch", "--config", "app/tablewright.config.ts"]);
    await printed(ready);
    project.remove("tables");
    await printed("✖ definition.no-files");
    // The removal changes the watched paths, so the watcher reads once more. Waits for that, so that only watching can find the change.
    await new Promise((resolve) => setTimeout(resolve, 300));
    project.write("tables/order.table.ts", definition("Order").replace("64", "65"));
    await printed("written    app/src/tables.gen/order.gen.ts");
    expect(project.read("app/src/tables.gen/order.gen.ts")).toContain("maxLength: 65");
  });

  it("waits for a config that was named, and takes no defaults in its place", async () => {
    const project = temporaryProject({
      "tables/order.table.ts": definition("Order"),
      "my.config.ts": 'export default { outDir: "gen" };\n',
    });
    const { printed } = startCli(project.root, ["generate", "--watch", "--config", "my.config.ts"]);
    await printed(ready);
    project.remove("my.config.ts");
    await printed("✖ config.not-found  Config file my.config.ts not found.");
    project.write("my.config.ts", 'export default { outDir: "gen2" };\n');
    await printed("written    gen2/order.gen.ts");
    expect(project.list()).not.toContain("src/tables.gen/order.gen.ts");
  });

  it("gives a generated file that is deleted, edited or emptied its text back", async () => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    const { printed } = startCli(project.root, ["generate", "--watch"]);
    await printed(ready);
    const path = "src/tables.gen/order.gen.ts";
    const text = project.read(path);
    for (const change of [
      () => project.remove(path),
      () => project.write(path, `${text}// mine\n`),
      () => project.write(path, ""),
      () => project.remove("src/tables.gen"),
    ]) {
      change();
      await printed(`written    ${path}`);
      expect(project.read(path)).toBe(text);
    }
    project.remove("src");
    await printed(`written    ${path}`);
  });

  it("waits until a file that stands in the way is moved", async () => {
    const project = temporaryProject({
      "tables/order.table.ts": definition("Order"),
      "src/tables.gen/order.gen.ts": "// mine\n",
    });
    const { printed } = startCli(project.root, ["generate", "--watch"]);
    await printed("✖ output.blocked");
    await printed(ready);
    project.remove("src/tables.gen/order.gen.ts");
    await printed("written    src/tables.gen/order.gen.ts");
    expect(project.read("src/tables.gen/order.gen.ts")).not.toContain("// mine");
  });

  it("starts in a project without definitions, and ends with SIGTERM", async () => {
    const project = temporaryProject();
    const { child, ended, printed } = startCli(project.root, ["generate", "--watch"]);
    await printed("✖ definition.no-files");
    await printed(ready);
    project.write("tables/order.table.ts", definition("Order"));
    await printed("written    src/tables.gen/order.gen.ts");
    child.kill("SIGTERM");
    expect((await ended).code).toBe(143);
  });
});
