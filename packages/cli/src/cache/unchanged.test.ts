import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { buildListing } from "./unchanged.js";

const settings = (...definitions: string[]) => ({ definitions, outDir: "gen" });

describe("listingOf", () => {
  it("changes when a file comes, goes or is renamed, and not with contents", () => {
    const project = temporaryProject({ "tables/a.ts": "", "tables/deep/b.ts": "" });
    const list = () => buildListing(project.root, settings("tables/**/*.ts"));
    const first = list();
    project.write("tables/a.ts", "changed");
    expect(list()).toBe(first);
    project.write("tables/deep/c.ts", "");
    const second = list();
    project.remove("tables/deep/c.ts");
    expect(list()).toBe(first);
    project.remove("tables/deep/b.ts");
    project.write("tables/b.ts", "");
    expect(new Set([first, second, list()]).size).toBe(3);
  });

  it.each(["**/*.table.ts", "*.ts", "../*/x.ts", "../../**/x.ts"])("takes in no whole project: %s", (glob) => {
    expect(buildListing(temporaryProject().root, settings("tables/*.ts", glob))).toBeUndefined();
  });

  it("does not answer for what is behind a symbolic link", () => {
    const project = temporaryProject({ "tables/a.ts": "", "elsewhere/b.ts": "" });
    symlinkSync(join(project.root, "elsewhere"), join(project.root, "tables/link"));
    expect(buildListing(project.root, settings("tables/**/*.ts"))).toBeUndefined();
  });
});
