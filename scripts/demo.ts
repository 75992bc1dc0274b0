/** Generates the quickstart's classes, starts Azurite in this process and runs the quickstart against it. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { startAzurite } from "../packages/conformance/src/azurite.js";

const example = join(import.meta.dirname, "..", "examples", "quickstart");
const say = (line: string) => process.stdout.write(`${line}\n`);

function run(script: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("pnpm", ["run", "--silent", script], {
      cwd: example,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${script} ended with exit code ${code}`))));
  });
}

say("1. tablewright generate: examples/quickstart/tables/shop.table.ts → src/tables.gen");
await run("generate");

const azurite = await startAzurite();
try {
  say(`\n2. Azurite, Microsoft's emulator of the Table service, listens at ${azurite.endpoint}`);
  say("\n3. examples/quickstart/src/main.ts against it:");
  await run("start", { TABLES_CONNECTION_STRING: azurite.connectionString });
  say("\nDone; the emulator kept its rows in memory and stops now.");
} finally {
  await azurite.stop();
}
