import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { generateCase } from "../test/golden-cases.js";
import { applyOutput } from "./apply-output.js";
import { nodeFileSystem } from "./node-file-system.js";
import { planOutput } from "./plan-output.js";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tablewright-output-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const outDir = "src/tables.gen";
const files = generateCase("shop").files.map(({ path, text }) => ({ path: path.replace("expected", outDir), text }));
const paths = files.map(({ path }) => path);
const file = (name: string) => join(root, outDir, name);
const plan = (generated = files) => planOutput(generated, outDir, nodeFileSystem(root));
const write = (generated = files) => applyOutput(plan(generated), nodeFileSystem(root));
const actions = (generated = files) => Object.fromEntries(plan(generated).map(({ path, action }) => [path, action]));

describe("the output folder", () => {
  it("is made with all files where there is none", () => {
    expect(write()).toEqual(paths.map((path) => ({ path, outcome: "written" })));
    for (const { path, text } of files) expect(readFileSync(join(root, path), "utf8")).toBe(text);
    expect(readdirSync(join(root, outDir)).length).toBe(files.length);
  });

  it("loses the files of another language", () => {
    const scripts = files.map(({ path, text }) => ({ path: path.replace(/\.ts$/, ".js"), text }));
    write();
    write(scripts);
    const names = (of: typeof files) => of.map(({ path }) => basename(path)).sort();
    expect(readdirSync(join(root, outDir)).sort()).toEqual(names(scripts));
    write();
    expect(readdirSync(join(root, outDir)).sort()).toEqual(names(files));
  });

  it("has an index that names no missing file, wherever the run is cut off", () => {
    const [order] = files.filter(({ path }) => path.endsWith("/order.gen.ts"));
    write([{ path: `${outDir}/gone.gen.ts`, text: order?.text ?? "" }]);
    const acts: string[] = [];
    applyOutput(plan(), {
      ...nodeFileSystem(root),
      write: (path) => acts.push(path),
      remove: (path) => acts.push(path),
    });
    expect(acts.map((path) => basename(path)).slice(-2)).toEqual(["index.ts", "gone.gen.ts"]);
    expect(acts).toContain(`${outDir}/order.gen.ts`);
  });

  it("is not touched when nothing changed", () => {
    write();
    const before = paths.map((path) => statSync(join(root, path)).ino);
    expect(write()).toEqual(paths.map((path) => ({ path, outcome: "unchanged" })));
    expect(paths.map((path) => statSync(join(root, path)).ino)).toEqual(before);
  });

  it("is not touched by a plan", () => {
    expect(plan().every(({ action }) => action === "write")).toBe(true);
    expect(readdirSync(root)).toEqual([]);
  });

  it("gets a changed file alone", () => {
    write();
    writeFileSync(file("order.gen.ts"), files[1]?.text.replace("Order", "Ordre") ?? "");
    expect(write().filter(({ outcome }) => outcome !== "unchanged")).toEqual([
      { path: `${outDir}/order.gen.ts`, outcome: "written" },
    ]);
  });

  it("is unchanged when Git has checked it out with CRLF", () => {
    write();
    for (const { path, text } of files) writeFileSync(join(root, path), text.replaceAll("\n", "\r\n"));
    expect(new Set(Object.values(actions()))).toEqual(new Set(["unchanged"]));
  });

  it("loses generated files that no definition produces, and no other file", () => {
    write();
    mkdirSync(file("own"));
    const foreign = { "notes.ts": "// mine", "old.gen.ts": "// not ours", "README.md": files[0]?.text ?? "" };
    for (const [name, text] of Object.entries(foreign)) writeFileSync(file(name), text);
    writeFileSync(file("own/order.gen.ts"), files[1]?.text ?? "");
    const fewer = files.filter(({ path }) => !path.endsWith("order.gen.ts"));
    expect(write(fewer).filter(({ outcome }) => outcome !== "unchanged")).toEqual([
      { path: `${outDir}/order.gen.ts`, outcome: "removed" },
    ]);
    for (const [name, text] of Object.entries(foreign)) expect(readFileSync(file(name), "utf8")).toBe(text);
    expect(readdirSync(file("own"))).toEqual(["order.gen.ts"]);
  });

  it("loses what a killed run left behind, and no temporary file of anyone else", () => {
    const { pid } = spawnSync(process.execPath, ["--version"]);
    mkdirSync(join(root, outDir), { recursive: true });
    const kept = [
      `.order.gen.ts.${process.ppid}.tablewright-tmp`,
      ".order.gen.ts.1.tablewright-tmp",
      `.order.gen.ts.${pid}.tmp`,
      `order.gen.ts.${pid}.tablewright-tmp`,
      ".order.gen.ts.x.tablewright-tmp",
    ];
    for (const name of [...kept, `.order.gen.ts.${pid}.tablewright-tmp`]) writeFileSync(file(name), "half a fi");
    expect(actions()[`${outDir}/.order.gen.ts.${pid}.tablewright-tmp`]).toBe("remove");
    expect(write().filter(({ outcome }) => outcome === "removed")).toHaveLength(1);
    expect(
      readdirSync(join(root, outDir))
        .filter((name) => name.endsWith("tmp"))
        .sort(),
    ).toEqual(kept.sort());
  });

  it("gets its text back where a power cut left a file empty", () => {
    write();
    writeFileSync(file("order.gen.ts"), "");
    expect(write()).toContainEqual({ path: `${outDir}/order.gen.ts`, outcome: "written" });
  });

  it("may lose a file to another run at the same time", () => {
    write();
    const fewer = files.filter(({ path }) => !path.endsWith("order.gen.ts"));
    const planned = plan(fewer);
    write(fewer);
    expect(applyOutput(planned, nodeFileSystem(root))).toContainEqual({
      path: `${outDir}/order.gen.ts`,
      outcome: "removed",
    });
  });

  it("keeps a file of the user's that stands in the way, and then changes nothing", () => {
    mkdirSync(join(root, outDir), { recursive: true });
    writeFileSync(file("index.ts"), "export {};\n");
    expect(actions()[`${outDir}/index.ts`]).toBe("blocked");
    expect(() => write()).toThrow("src/tables.gen/index.ts was not generated by tablewright");
    expect(readdirSync(join(root, outDir))).toEqual(["index.ts"]);
    expect(readFileSync(file("index.ts"), "utf8")).toBe("export {};\n");
  });

  it("keeps the old file and no temporary one when writing fails", () => {
    write();
    rmSync(file("order.gen.ts"));
    mkdirSync(file("order.gen.ts"));
    expect(() => write()).toThrow();
    expect(readdirSync(join(root, outDir)).filter((name) => name.includes("tmp"))).toEqual([]);
  });
});
