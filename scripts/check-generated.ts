/** Regenerates all generated files, and fails if that changes the work tree. */
import { execFileSync } from "node:child_process";

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 28 });
const status = () => git("status", "--porcelain", "--untracked-files=all") + git("diff", "--stat");

const before = status();
execFileSync("pnpm", ["generate"], { stdio: "inherit" });
const after = status();
if (after !== before) {
  process.stderr.write(`✖ Generated files are out of date. Run: pnpm generate\n\n${after}`);
  process.exit(1);
}
process.stdout.write("✔ generated files are up to date\n");
