import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "../.github/workflows");
const names = readdirSync(folder);
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");

it("there are workflows", () => {
  expect(names.length).toBeGreaterThan(0);
});

describe.each(names)("the workflow %s", (name) => {
  it("pins each action by the hash of a commit, with its version beside it", () => {
    const actions = [...textOf(name).matchAll(/^\s*-?\s*uses:\s*(.+)$/gm)].map(([, action = ""]) => action);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  it("has no permissions that it does not name", () => {
    expect(textOf(name)).toMatch(/^permissions:/m);
  });

  it("ends at some time", () => {
    const jobs = textOf(name).match(/^ {4}runs-on:/gm)?.length ?? 0;
    expect(textOf(name).match(/^ {4}timeout-minutes:/gm)?.length).toBe(jobs);
  });

  it("installs what the lockfile says", () => {
    const installs = textOf(name).match(/pnpm@10 install.*/g) ?? [];
    expect(installs.filter((line) => !line.includes("--frozen-lockfile"))).toEqual([]);
  });
});
