import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { firstNanosecond, lastNanosecond, quoteName, quoteText } from "./column-type.js";
import { Database } from "./database.js";

const open = () =>
  Database.open({ memoryLimit: "128MB", temporaryFolder: join(tmpdir(), "tablewright-type-test"), threads: 1 });

it("any text can be a name or a literal once it is quoted", async () => {
  using database = await open();
  const text = fc.stringMatching(/^["'\\ a-z;-]{1,9}$/);
  for (const each of ['"', "'", "''", '""', "a;--", ...fc.sample(text, { numRuns: 50, seed: 5 })]) {
    const { columns, groups } = await database.stream(`SELECT ${quoteText(each)} AS ${quoteName(each)}`);
    expect(columns.map(({ name }) => name)).toEqual([each]);
    for await (const rows of groups) expect(rows).toEqual([[each]]);
  }
});

it("TIMESTAMP_NS holds the times from the first to the last nanosecond, and no others", async () => {
  using database = await open();
  await database.run("CREATE TABLE t (c TIMESTAMP_NS)");
  const appender = await database.append("t", ["TIMESTAMP_NS"]);
  appender.append([[firstNanosecond, lastNanosecond, lastNanosecond + 1n]], 3);
  appender.close();
  const read = "SELECT epoch_ns(c), isfinite(c), CAST(CAST(c AS VARCHAR) AS TIMESTAMP_NS) = c FROM t ORDER BY c";
  expect(await database.rows(read)).toEqual([
    [firstNanosecond, true, true],
    [lastNanosecond, true, true],
    [lastNanosecond + 1n, false, true],
  ]);
  await expect(database.rows("SELECT TIMESTAMP_NS '1677-09-21 23:59:59.999999999'")).rejects.toThrow(
    "Conversion Error",
  );
});
