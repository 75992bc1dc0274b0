import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** Number of requests. A hundredth without `TABLEWRIGHT_SOAK`, of which the first tenth is still enough to fill the log and all rows. */
const requests = process.env["TABLEWRIGHT_SOAK"] === undefined ? 20_000 : 2_000_000;
const child = fileURLToPath(new URL("service-memory-child.ts", import.meta.url));

interface Run {
  /** Size of the heap after a tenth of the requests and garbage collection, in bytes. */
  readonly early: number;
  /** Size of the heap after all requests and garbage collection, in bytes. */
  readonly late: number;
  readonly statuses: Readonly<Record<string, number>>;
}

it(`the strict service holds no more after ${requests} requests than after a tenth of them`, async () => {
  const options = ["--expose-gc", "--conditions=@tablewright/source", "--import", "tsx"];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, child, String(requests)]);
  const { early, late, statuses } = JSON.parse(stdout) as Run;
  const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  process.stdout.write(`${requests} requests: heap of ${mebibytes(early)} MiB, then ${mebibytes(late)} MiB\n`);
  expect(Object.values(statuses).reduce((sum, count) => sum + count)).toBe(requests);
  expect(Object.keys(statuses)).toEqual(["200", "201", "202", "204", "400", "404", "409"]);
  expect(late).toBeLessThan(early + Math.max(early / 10, 4 * 2 ** 20));
});
