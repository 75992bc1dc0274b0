import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { TableClient } from "@azure/data-tables";
import { expect, it, onTestFinished } from "vitest";
import { startAzurite } from "../azurite.js";

/* Workflow of users after `init --from`: generate, compile, and run the program that it printed. */

const workspace = fileURLToPath(new URL("../../../../", import.meta.url));
const source = ["--conditions=@tablewright/source", "--import", join(workspace, "node_modules/tsx/dist/esm/index.mjs")];
const run = promisify(execFile);

/** Creates a package that depends only on the packages of this workspace. */
function emptyPackage(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tablewright-init-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, "package.json"), '{ "name": "app", "type": "module" }\n');
  const packages = { tablewright: "cli", "@tablewright/runtime": "runtime" };
  for (const [name, folder] of Object.entries(packages)) link(join(workspace, "packages", folder), name);
  link(join(workspace, "node_modules/@types/node"), "@types/node");
  return root;

  function link(target: string, name: string): void {
    const path = join(root, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  }
}

/** Returns the errors of the compiler, except for the packages' sources, which have other options and their own tests. */
async function errorsOf(root: string): Promise<string[]> {
  const compiler = join(workspace, "node_modules/typescript/bin/tsc");
  const args = [compiler, "-p", root, "--noEmit", "--pretty", "false", "--customConditions", "@tablewright/source"];
  const printed = await run(process.execPath, args, { cwd: root }).catch((error: { stdout: string }) => error);
  return printed.stdout.split("\n").filter((line) => /^[^.\s].*error TS/.test(line));
}

it("rows that another client wrote to Azurite are read by the program that init --from prints", async () => {
  const { connectionString, stop } = await startAzurite();
  onTestFinished(stop);
  const client = TableClient.fromConnectionString(connectionString, "Shop", { allowInsecureConnection: true });
  await client.createTable();
  for (let no = 1; no <= 12; no += 1) {
    const rowKey = `order_${String(no).padStart(6, "0")}`;
    await client.createEntity({
      partitionKey: `cust_C${no % 3}`,
      rowKey,
      customer: `C${no % 3}`,
      no,
      total: no + 0.5,
    });
  }

  const root = emptyPackage();
  const options = { cwd: root, env: { ...process.env, TABLES_CONNECTION_STRING: connectionString, NO_COLOR: "1" } };
  const node = (...args: string[]) => run(process.execPath, args, options);
  const command = (...args: string[]) => node(...source, join(workspace, "packages/cli/src/bin.ts"), ...args);

  const { stdout, stderr } = await command("init", "--from", "Shop");
  expect(stdout).toContain("written  tables/shop.table.ts\n");
  const [, file = "", program = ""] = /save this as (\S+), and run: .+\n\n([\s\S]+)$/.exec(stderr) ?? [];
  expect(program.trimEnd().split("\n").length).toBe(5);
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), program);
  await command("generate");
  expect(await errorsOf(root)).toEqual([]);
  const ran = await node(...source, join(root, file));
  expect(ran.stdout).toContain("customer: 'C0'");
  expect(ran.stdout.match(/total: [\d.]+/g)).toHaveLength(5);
}, 300_000); // The test starts five processes, one of them the compiler.
