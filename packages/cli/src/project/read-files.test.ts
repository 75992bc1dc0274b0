import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { contentHash, outputHash } from "./content-hash.js";
import { isFile, isFolder, isOtherThanFile, isTaken, readTextFile, recordingHost, specialKind } from "./read-files.js";

/** Creates a file, a folder, a named pipe, a socket and links. Returns their paths by name. */
async function kinds() {
  const { root } = temporaryProject({ file: "text", "folder/file": "" });
  const path = (name: string) => join(root, name);
  execFileSync("mkfifo", [path("pipe")]);
  const server = createServer().listen(path("socket"));
  onTestFinished(() => void server.close());
  await once(server, "listening");
  symlinkSync("file", path("link"));
  symlinkSync("nothing", path("broken"));
  symlinkSync("circle", path("circle"));
  symlinkSync("/dev/null", path("device"));
  return path;
}

describe.runIf(process.platform !== "win32")("a path", () => {
  it.each([
    ["file", { text: "text", file: true, folder: false, other: false, taken: true, special: undefined }],
    ["link", { text: "text", file: true, folder: false, other: false, taken: true, special: undefined }],
    ["folder", { text: undefined, file: false, folder: true, other: true, taken: true, special: undefined }],
    ["pipe", { text: undefined, file: false, folder: false, other: true, taken: true, special: "a named pipe" }],
    ["socket", { text: undefined, file: false, folder: false, other: true, taken: true, special: "a socket" }],
    ["device", { text: undefined, file: false, folder: false, other: true, taken: true, special: "a device" }],
    ["broken", { text: undefined, file: false, folder: false, other: false, taken: true, special: undefined }],
    ["none", { text: undefined, file: false, folder: false, other: false, taken: false, special: undefined }],
    ["file/below", { text: undefined, file: false, folder: false, other: false, taken: false, special: undefined }],
    ["a\0b", { text: undefined, file: false, folder: false, other: false, taken: false, special: undefined }],
  ])("that leads to a %j", async (name, expected) => {
    const path = (await kinds())(name);
    expect({
      text: readTextFile(path),
      file: isFile(path),
      folder: isFolder(path),
      other: isOtherThanFile(path),
      taken: isTaken(path),
      special: specialKind(path),
    }).toEqual(expected);
  });

  it("that leads in a circle cannot be read", async () => {
    const path = (await kinds())("circle");
    expect(() => readTextFile(path)).toThrow("ELOOP");
    expect([isTaken(path), isFolder(path)]).toEqual([true, false]);
  });
});

describe("the files that a run reads", () => {
  it("are read once, and recorded with their hashes", () => {
    const { root, write } = temporaryProject({ a: "1" });
    const host = recordingHost(root);
    expect(host.fileExists("a")).toBe(true);
    expect([...host.inputs]).toEqual([["a", true]]);
    expect(host.readFile("a")).toBe("1");
    write("a", "2");
    expect([host.readFile("a"), host.fileExists("a")]).toEqual(["1", true]);
    expect([...host.inputs]).toEqual([["a", contentHash("1")]]);
  });

  it("are recorded if they do not exist, and stay missing for this run", () => {
    const { root, write } = temporaryProject();
    const host = recordingHost(root);
    expect([host.readFile("a"), host.fileExists("b")]).toEqual([undefined, false]);
    write("a", "");
    expect([host.readFile("a"), host.fileExists("a")]).toEqual([undefined, false]);
    expect([...host.inputs]).toEqual([
      ["a", false],
      ["b", false],
    ]);
  });

  it.runIf(process.platform !== "win32")("are no pipes", () => {
    const { root } = temporaryProject();
    execFileSync("mkfifo", [join(root, "a.ts")]);
    expect(() => recordingHost(root).readFile("a.ts")).toThrow(
      expect.objectContaining({ code: "definition.not-a-file", message: "a.ts is a named pipe, not a file." }),
    );
  });
});

it("the hash of a generated file takes line ends of Windows for those of Unix", () => {
  expect(outputHash("a\r\nb\r\n")).toBe(contentHash("a\nb\n"));
  expect(outputHash("a\nb\n")).toBe(contentHash("a\nb\n"));
  expect(outputHash("a\rb")).not.toBe(contentHash("a\nb"));
});
