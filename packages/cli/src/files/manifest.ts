import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { InputError } from "../errors/input-error.js";
import { damaged, StateFile } from "./state-file.js";

export type Checksum = Hash;

/** Describes an exported file, so that an import can verify that the file is complete and unchanged. */
export interface Manifest {
  readonly version: 1;
  readonly table: string;
  readonly rows: number;
  /** Size of the file as stored (compressed or not), in bytes. The checksum covers the same bytes. */
  readonly bytes: number;
  /** SHA-256 of the file in hex, as `sha256sum` prints it. */
  readonly sha256: string;
}

/** Returns the manifest file of an exported file, e.g. `rows.ndjson.manifest.json` beside `rows.ndjson`. */
export function manifestFile(file: string): StateFile<Manifest> {
  return new StateFile(`${file}.manifest.json`, (value) => "sha256" in value && "bytes" in value);
}

/** Number of bytes to read from a large file at once. By default a stream reads 64 KiB, and each read wakes a thread. */
export const bytesAtOnce = 256 * 1024;

/** Creates an empty checksum (SHA-256), to which bytes are then added. */
export function newChecksum(): Checksum {
  return createHash("sha256");
}

/** Calculates the checksum of the first `bytes` bytes of a file. The caller can add more bytes to the checksum. */
export async function computeChecksum(file: string, bytes: number): Promise<Checksum> {
  const hash = newChecksum();
  if (bytes === 0) return hash;
  for await (const chunk of createReadStream(file, { end: bytes - 1, highWaterMark: bytesAtOnce }))
    hash.update(chunk as Buffer);
  return hash;
}

/**
 * Checks that a file matches its manifest, and returns the manifest; undefined if there is none.
 * @throws InputError `import.checksum-mismatch`
 */
export async function verifyManifest(file: string, size: number): Promise<Manifest | undefined> {
  const manifest = manifestFile(file);
  const expected = manifest.read();
  if (expected === undefined) return undefined;
  const help = "Copy or export the file again. To import it as it is, delete the manifest.";
  if (expected === damaged)
    throw new InputError("import.checksum-mismatch", `${manifest.path} is not a manifest.`, help);
  if (expected.bytes === size && (await computeChecksum(file, size)).digest("hex") === expected.sha256) return expected;
  const message = `${file} is not the file that was exported: it has ${size} bytes, and its manifest says ${expected.bytes}.`;
  const sameSize = `${file} is not the file that was exported: its checksum differs from that of its manifest.`;
  throw new InputError("import.checksum-mismatch", expected.bytes === size ? sameSize : message, help);
}
