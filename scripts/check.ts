/**
 * Runs every check, the cheapest first, and those of a stage at the same time. Stops after the first stage with a failure. `--skip NAME`
 * omits one check, `--only NAME` runs only one. `--layout` checks only the layout of the site's pages.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { runAll } from "./run-all.js";

const { values } = parseArgs({
  options: {
    skip: { type: "string", multiple: true },
    only: { type: "string", multiple: true },
    layout: { type: "boolean", default: false },
  },
});

type Check = readonly [name: string, command: string];

/** Checks by stage, the longest of a stage first. */
const stages: readonly (readonly Check[])[] = [
  [
    ["lint", "pnpm lint"],
    ["build", "pnpm build"],
  ],
  [
    ["docs", values.layout ? "pnpm docs:check --layout" : "pnpm docs:check"],
    ["generated", "pnpm check:generated"],
    ["packages", "pnpm check:packages"],
    ["typecheck", "pnpm typecheck"],
  ],
  [["test", "pnpm test"]],
  [["test:long", "pnpm test:long"]],
];

const names = stages.flat().map(([name]) => name);
const unknown = [...(values.skip ?? []), ...(values.only ?? [])].filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`✖ There is no check ${unknown.join(", ")}. The checks: ${names.join(", ")}\n`);
  process.exit(2);
}

for (const stage of stages) {
  const chosen = stage.filter(
    ([name]) => !values.skip?.includes(name) && (values.only === undefined || values.only.includes(name)),
  );
  const failed: string[] = [];
  const isAlone = chosen.length === 1;
  await runAll(
    chosen.map((check) => async () => {
      if (!(await passes(check, isAlone))) failed.push(check[0]);
    }),
  );
  for (const name of failed) process.stderr.write(`\n✖ ${name} failed. Run it alone with: pnpm check --only ${name}\n`);
  if (failed.length > 0) process.exit(1);
}

/** Runs a check and shows its output: immediately if it runs alone, otherwise when it has ended. */
async function passes([name, command]: Check, isAlone: boolean): Promise<boolean> {
  const started = performance.now();
  const head = `\n── ${name}: ${command}\n`;
  if (isAlone) process.stdout.write(head);
  const output = isAlone ? "inherit" : "pipe";
  const child = spawn(command, { shell: true, stdio: ["inherit", output, output] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => printed.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  if (!isAlone) process.stdout.write(head + Buffer.concat(printed).toString());
  if (code === 0) process.stdout.write(`✔ ${name} ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  return code === 0;
}
