import { expect, it } from "vitest";
import { runCli } from "./test/spawn-cli.js";

it.each(["bash", "zsh", "fish", "powershell"])("completion %s prints a script for the shell", async (shell) => {
  const { code, out, log } = await runCli("/", ["completion", shell]);
  expect([code, log]).toEqual([0, ""]);
  expect(out).toContain("tablewright");
  expect(out).toContain("complete");
});

it("completion of another shell is a usage error", async () => {
  expect(await runCli("/", ["completion", "tcsh"])).toMatchObject({ code: 2, out: "" });
});

it.each([
  ["commands", ["expo"], /^export\b/m],
  ["options", ["generate", "--ac"], /^--accept\b/m],
  ["values of an option", ["serve", "--kind", ""], /^cosmos\b/m],
])("the script learns %s from the command", async (_what, words, expected) => {
  const { code, out } = await runCli("/", ["complete", "--", ...words]);
  expect(code).toBe(0);
  expect(out).toMatch(expected);
});
