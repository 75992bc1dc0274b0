import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, describe, expect, it, vi } from "vitest";
import { inputErrorCodes } from "../../../cli/src/errors/input-error-codes.js";
import { pagesFolder } from "../blocks/code-blocks.js";
import { allCommandCodes, commandExample } from "./command-examples.js";

const page = readFileSync(`${pagesFolder}reference/commands.md`, "utf8");

const variable = "TABLES_CONNECTION_STRING";
const connectionBefore = process.env[variable];

afterAll(() => {
  if (connectionBefore === undefined) delete process.env[variable];
  else process.env[variable] = connectionBefore;
});

describe.each(allCommandCodes)("%s", (code) => {
  it("is printed by its example, below the command line", async () => {
    const [command, ...printed] = (await commandExample(code)).split("\n");
    expect(command).toMatch(/^\$ npx tablewright [a-z]/);
    expect(printed.join("\n")).not.toBe("");
    expect(printed.join("\n")).not.toContain(tmpdir());
  });

  it("has a section in the reference, with what it means and what to do", () => {
    const { summary, help } = inputErrorCodes[code];
    const [, section = ""] = page.split(`\n### ${code}\n`);
    expect(section.split(/^##/m)[0]).toMatch(/^\n[^\n]+\n\n```text\n\$ [\s\S]+?\n```\n\n[^\n]+\n+$/);
    for (const text of [summary, help]) {
      expect(section).toContain(`\n${text}\n`);
      expect(text).toMatch(/^[A-Z`].{10,}\.$/);
    }
  });
});

it("an example does not see the connection string of whoever runs it, and leaves it as it was", async () => {
  vi.stubEnv(variable, "UseDevelopmentStorage=true");
  try {
    expect(await commandExample("connection.missing")).toContain("✖ connection.missing  ");
    expect(process.env[variable]).toBe("UseDevelopmentStorage=true");
  } finally {
    vi.unstubAllEnvs();
  }
});
