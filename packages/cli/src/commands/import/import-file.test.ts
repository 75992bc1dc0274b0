import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryProject } from "../../test/temporary-project.js";
import { ImportFile } from "./import-file.js";

const target = { endpoint: "http://127.0.0.1:1", table: "Shop", mode: "insert" } as const;

it("counts what is written and not what is read, and never all before the end", async () => {
  const { root } = temporaryProject({ "rows.ndjson": "1\n2\n3\n" });
  const file = await ImportFile.open(join(root, "rows.ndjson"), target);
  for await (const _line of file.lines());
  expect(file.fraction).toBe(0);
  file.note(3, 3);
  expect(file.fraction).toBe(0.99);
});

it("does not count what an earlier run has written as work of this one", async () => {
  const text = Array.from({ length: 30_000 }, (_, index) => `${index}\n`).join("");
  const { root } = temporaryProject({ "rows.ndjson": text });
  const first = await ImportFile.open(join(root, "rows.ndjson"), target);
  for await (const { number } of first.lines()) if (number === 29_000) break;
  first.note(29_000, 29_000);
  first.stop(false);
  const next = await ImportFile.open(join(root, "rows.ndjson"), target);
  await next.skipWritten(async () => true);
  expect(next.rows).toBe(29_000);
  expect(next.fraction).toBeGreaterThan(0.9);
});
