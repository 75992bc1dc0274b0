import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runHere } from "../../test/run-here.js";
import { runCli } from "../../test/spawn-cli.js";
import { definition, type TemporaryProject, temporaryProject } from "../../test/temporary-project.js";

const workspace = new URL("../../../../../", import.meta.url).pathname;

function makePipe({ root }: TemporaryProject, path: string): void {
  execFileSync("mkfifo", [join(root, path)]);
}

/**
 * Runs in a separate process, which the test can end while it waits for a pipe. The loader of TypeScript reads no tsconfig of the
 * project.
 */
function generateIn({ root }: TemporaryProject) {
  return runCli(root, ["generate"], { TSX_TSCONFIG_PATH: join(workspace, "tsconfig.base.json") });
}

describe("generate", () => {
  it.each([
    ["a definition", "tables/line.table.ts"],
    ["the tsconfig", "tsconfig.json"],
  ])("refuses a named pipe as %s, without waiting for it", async (_, path) => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    makePipe(project, path);
    expect(await generateIn(project)).toEqual({
      code: 2,
      out: "",
      log: `✖ definition.not-a-file  ${path} is a named pipe, not a file.\n  → Replace it with a regular file, or change the path or glob that leads to it.\n  More: npx tablewright explain definition.not-a-file\n`,
    });
  });

  it("refuses a named pipe as the config, whether by default or by --config", async () => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    makePipe(project, "tablewright.config.ts");
    const log = "✖ config.not-found  tablewright.config.ts is a named pipe, not a file.\n  → ";
    expect(await runHere(project.root, "generate")).toMatchObject({
      code: 2,
      log: `${log}Replace it with a regular file, or delete it to use the defaults.\n  More: npx tablewright explain config.not-found`,
    });
    expect(await runHere(project.root, "generate", "--config", "tablewright.config.ts")).toMatchObject({
      code: 2,
      log: `${log}Replace it with a regular file, or choose another with --config.\n  More: npx tablewright explain config.not-found`,
    });
  });

  it("refuses a definition that became a pipe, and keeps its class", async () => {
    const project = temporaryProject({
      "tables/order.table.ts": definition("Order"),
      "tables/line.table.ts": definition("Line"),
    });
    await runHere(project.root, "generate");
    project.remove("tables/line.table.ts");
    makePipe(project, "tables/line.table.ts");
    expect((await generateIn(project)).code).toBe(2);
    expect(project.list()).toContain("src/tables.gen/line.gen.ts");
  });

  it("refuses links to devices and sockets", async () => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order") });
    symlinkSync("/dev/null", join(project.root, "tables/line.table.ts"));
    expect((await runHere(project.root, "generate")).log).toContain("tables/line.table.ts is a device, not a file.");
    project.remove("tables/line.table.ts");
    const server = createServer().listen(join(project.root, "tables/line.table.ts"));
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { code, log } = await runHere(project.root, "generate");
    expect(code).toBe(2);
    expect(log).toContain("tables/line.table.ts is a socket, not a file.");
  });

  it("does not replace a pipe in the output folder, and passes over other ones", async () => {
    const project = temporaryProject({ "tables/order.table.ts": definition("Order"), "src/tables.gen/mine.ts": "" });
    makePipe(project, "src/tables.gen/order.gen.ts");
    const { code, log } = await generateIn(project);
    expect(code).toBe(2);
    expect(log).toContain("src/tables.gen/order.gen.ts cannot be overwritten: not a regular file.");
    project.remove("src/tables.gen/order.gen.ts");
    makePipe(project, "src/tables.gen/pipe.ts");
    expect((await generateIn(project)).code).toBe(0);
  });
});

describe("serve", () => {
  it.each(["--data", "--seed"])("refuses a named pipe as %s, without waiting for it", async (option) => {
    const project = temporaryProject();
    makePipe(project, "rows.ndjson");
    expect(await runCli(project.root, ["serve", "--port", "0", option, "rows.ndjson"])).toEqual({
      code: 2,
      out: "",
      log: `✖ serve.file-invalid  ${join(project.root, "rows.ndjson")} is a named pipe, not a file.\n  → Choose a regular file.\n  More: npx tablewright explain serve.file-invalid\n`,
    });
  });

  it.each(["--data", "--seed"])("refuses a socket as %s", async (option) => {
    const { root } = temporaryProject();
    const path = join(root, "rows.ndjson");
    const server = createServer().listen(path);
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { code, log } = await runHere(root, "serve", "--port", "0", option, "rows.ndjson");
    expect([code, log]).toEqual([2, expect.stringContaining(`${path} is a socket, not a file.`)]);
  });
});
