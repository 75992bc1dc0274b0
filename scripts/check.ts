/**
 * Runs every check, cheapest first, and stops at the first failure.
 * `--skip NAME` omits one, `--only NAME` runs only one.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const checks: readonly (readonly [name: string, command: string])[] = [
  ["lint", "pnpm lint"],
  ["build", "pnpm build"],
  ["typecheck", "pnpm typecheck"],
  ["generated", "pnpm check:generated"],
  ["packages", "pnpm check:packages"],
  ["docs", "pnpm docs:check"],
  ["test", "pnpm test"],
];

const { values } = parseArgs({
  options: { skip: { type: "string", multiple: true }, only: { type: "string", multiple: true } },
});
const chosen = checks.filter(
  ([name]) => !values.skip?.includes(name) && (values.only === undefined || values.only.includes(name)),
);

for (const [name, command] of chosen) {
  const started = Date.now();
  process.stdout.write(`\n── ${name}: ${command}\n`);
  const { status } = spawnSync(command, { shell: true, stdio: "inherit" });
  if (status !== 0) {
    process.stderr.write(`\n✖ ${name} failed. Run it alone with: pnpm check --only ${name}\n`);
    process.exit(status ?? 1);
  }
  process.stdout.write(`✔ ${name} ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}
