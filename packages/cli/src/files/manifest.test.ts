import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { computeChecksum, manifestFile, verifyManifest } from "./manifest.js";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

it.each([0, 1, 4, 5])("the checksum of the first %i bytes of a file can be continued", async (bytes) => {
  const { root } = temporaryProject({ "rows.ndjson": "12345" });
  const hash = await computeChecksum(join(root, "rows.ndjson"), bytes);
  expect(hash.update("x").digest("hex")).toBe(sha256(`${"12345".slice(0, bytes)}x`));
});

describe("the manifest of a file", () => {
  const manifest = { version: 1, table: "Shop", rows: 1, bytes: 3, sha256: sha256("{}\n") } as const;

  function fileWith(text: string) {
    const { root } = temporaryProject({ "rows.ndjson": text });
    return join(root, "rows.ndjson");
  }

  it("is returned if the file matches", async () => {
    const file = fileWith("{}\n");
    manifestFile(file).write(manifest);
    expect(await verifyManifest(file, 3)).toEqual(manifest);
  });

  it("may be missing", async () => {
    expect(await verifyManifest(fileWith("{}\n"), 3)).toBeUndefined();
  });

  it.each([
    ["{}", 2, "it has 2 bytes, and its manifest says 3."],
    ["[]\n", 3, "its checksum differs from that of its manifest."],
  ])("does not match the file %j", async (text, size, reason) => {
    const file = fileWith(text);
    manifestFile(file).write(manifest);
    await expect(verifyManifest(file, size)).rejects.toMatchObject({
      code: "import.checksum-mismatch",
      message: `${file} is not the file that was exported: ${reason}`,
    });
  });

  it.each([{ bytes: 3 }, { sha256: "" }])("is none: %j", async (content) => {
    const file = fileWith("{}\n");
    manifestFile(file).write(content as never);
    await expect(verifyManifest(file, 3)).rejects.toMatchObject({
      code: "import.checksum-mismatch",
      message: `${file}.manifest.json is not a manifest.`,
    });
  });
});
