import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runHere } from "../test/run-here.js";
import { definition, temporaryProject } from "../test/temporary-project.js";
import { describeReason, InputError, toInputError } from "./input-error.js";

describe("inputErrorOf", () => {
  const refusal = (syscall: string, code = "ENOSPC", path = "/a/b.ts") =>
    toInputError(Object.assign(new Error(`${code}: raw`), { code, syscall, path }));

  it.each([
    ["mkdir", "EACCES", "Cannot create the folder /a/b.ts: permission denied (EACCES)."],
    ["open", "EISDIR", "Cannot open /a/b.ts: it is a folder, and a file is needed (EISDIR)."],
    ["open", "ELOOP", "Cannot open /a/b.ts: its symbolic links form a loop (ELOOP)."],
    [
      "mkdir",
      "ENAMETOOLONG",
      "Cannot create the folder /a/b.ts: the path, or a name in it, is too long (ENAMETOOLONG).",
    ],
    ["write", "ENOSPC", "Cannot write /a/b.ts: the disk is full (ENOSPC)."],
    ["mkdir", "ENOTDIR", "Cannot create the folder /a/b.ts: part of the path is a file, not a folder (ENOTDIR)."],
    ["rename", "EROFS", "Cannot replace /a/b.ts: the file system is read-only (EROFS)."],
  ])("says in a sentence why %s failed with %s", (syscall, code, message) => {
    expect(refusal(syscall, code)).toMatchObject({ code: "cli.file-system", message });
  });

  it("says that the file system is read-only if a folder cannot be created there", ({ skip }) => {
    const file = new URL("./input-error.ts", import.meta.url).href;
    const program = `
      const { mkdirSync } = await import("node:fs");
      const { toInputError } = await import(${JSON.stringify(file)});
      try { mkdirSync(process.argv[1] + "/a/b", { recursive: true }); } catch (error) { console.log(toInputError(error).message); }
    `;
    const { root } = temporaryProject();
    const tsx = import.meta.resolve("tsx");
    const mounted = 'mount -t tmpfs -o ro none "$0" && exec "$@" "$0"';
    const node = [process.execPath, "--import", tsx, "--input-type=module", "-e", program, "--"];
    const { status, stdout } = spawnSync("unshare", ["-rm", "sh", "-c", mounted, root, ...node], { encoding: "utf8" });
    if (status !== 0) skip("this machine mounts no file systems for users");
    expect(stdout).toBe(`Cannot create the folder ${root}/a/b: the file system is read-only (EROFS).\n`);
  });

  it("names the file that a temporary one was to become", () => {
    expect(refusal("open", "EROFS", "/a/.order.gen.ts.12.tablewright-tmp")?.message).toContain("/a/order.gen.ts:");
  });

  it("says what to do about the limit of watched files, and not that the disk is full", () => {
    expect(refusal("watch")?.message).toContain("the limit of watched files is reached");
    expect(refusal("watch")?.help).toContain("max_user_watches");
  });

  it("passes on what it has no sentence for", () => {
    expect(refusal("open", "EWEIRD")?.message).toBe("EWEIRD: raw");
  });

  it.each(["ENOSPC", "EROFS"])("names the option that writes elsewhere: %s", (code) => {
    const error = Object.assign(new Error("no"), { code, syscall: "write", path: "/a/b" });
    expect(toInputError(error)?.help).toContain("set another outDir in tablewright.config.ts");
    expect(toInputError(error, "choose another file with --out")?.help).toContain(
      ", or choose another file with --out.",
    );
  });

  it("names the path that is replaced, and long paths without their middle", () => {
    const error = Object.assign(new Error("no"), { code: "EROFS", syscall: "rename", path: "/a/b", dest: "/a/c" });
    expect(toInputError(error)?.message).toContain("replace /a/c:");
    const path = (length: number) => `/${"a".repeat(length - 41)}${"b".repeat(40)}`;
    expect(refusal("open", "EROFS", path(200))?.message).toContain(`open ${path(200)}:`);
    const cut = `open /${"a".repeat(119)} … ${"b".repeat(40)}:`;
    expect(refusal("open", "EROFS", path(201))?.message).toContain(cut);
  });

  it.each([
    ["mkdir", "create the folder"],
    ["rename", "replace"],
    ["rm", "remove"],
    ["scandir", "list the folder"],
    ["unlink", "remove"],
    ["watch", "watch"],
    ["write", "write"],
    ["stat", "open"],
  ])("says what %s was to do", (syscall, verb) => {
    expect(refusal(syscall, "EROFS")?.message).toBe(`Cannot ${verb} /a/b.ts: the file system is read-only (EROFS).`);
  });

  it("has no sentence without a path or a known code", () => {
    for (const more of [
      { code: "EROFS", syscall: "write" },
      { syscall: "write", path: "/a" },
      { code: "X", syscall: "write", path: "/a" },
    ])
      expect(toInputError(Object.assign(new Error("raw"), more))).toMatchObject({
        name: "InputError",
        message: "raw",
        help: "Check that the file exists and is writable.",
      });
  });

  it("describes a reason with its code, or as it is", () => {
    const reasonOf = (more: object) => describeReason(Object.assign(new Error("raw"), more));
    expect(reasonOf({ code: "ENOSPC" })).toBe("the disk is full (ENOSPC)");
    expect([reasonOf({ code: "EWEIRD" }), reasonOf({})]).toEqual(["raw", "raw"]);
  });

  it("leaves errors of the user's as they are, and is nothing for a bug", () => {
    const error = new InputError("cli.usage", "no", "help");
    expect(toInputError(error)).toBe(error);
    expect(toInputError(new TypeError("boom"))).toBeUndefined();
  });
});

describe("generate", () => {
  const config = (outDir: string) => ({
    "tables/order.table.ts": definition("Order"),
    "tablewright.config.ts": `export default { outDir: "${outDir}" };\n`,
  });

  it("says that an outDir of 5,000 characters is too long, without printing all of it", async () => {
    const project = temporaryProject(config("g".repeat(5000)));
    const { code, log } = await runHere(project.root, "generate");
    expect(code).toBe(2);
    expect(log).toMatch(
      /^✖ cli\.file-system {2}Cannot open .{100,200}: the path, or a name in it, is too long \(ENAMETOOLONG\)\.\n {2}→ Use shorter names/,
    );
  });

  it("says so when the output folder is below a file, or a link to itself", async () => {
    const below = temporaryProject({ ...config("src/gen"), src: "" });
    expect((await runHere(below.root, "generate")).log).toMatch(/^✖ cli\.file-system {2}Cannot create the folder /);
    const loop = temporaryProject(config("gen"));
    symlinkSync("gen", join(loop.root, "gen"));
    expect((await runHere(loop.root, "generate")).log).toContain("its symbolic links form a loop (ELOOP).");
  });

  it.skipIf(process.getuid?.() === 0)("says so when the output folder cannot be written", async () => {
    const project = temporaryProject(config("gen"));
    mkdirSync(join(project.root, "gen"));
    chmodSync(join(project.root, "gen"), 0o555);
    expect((await runHere(project.root, "generate")).log).toContain("permission denied (EACCES).");
  });
});
