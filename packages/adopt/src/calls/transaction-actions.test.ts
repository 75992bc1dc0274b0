import { describe, expect, it } from "vitest";
import { adoptFiles, keysIn } from "../test/adopt-files.js";

const start = 'import { TableClient } from "@azure/data-tables";\n';
const read = (code: string) => adoptFiles({ "a.ts": start + code });

describe("the actions of a transaction are", () => {
  const action = (id: string) => `["create", { partitionKey: "p", rowKey: "${id}_" + id }]`;

  it.each([
    [
      "spread and filtered",
      `const all = [${action("a")}]; c.submitTransaction([...all.filter(() => true), ${action("b")}].slice(0, 100));`,
    ],
    [
      "pushed in order",
      `const all = []; all.push(${action("a")}); all.push(${action("b")}); c.submitTransaction(all);`,
    ],
    [
      "returned by a named function",
      `function one() { return ${action("a")}; } function two() { return ${action("b")}; }
      c.submitTransaction([...ids.map(one), ...ids.map(two)]);`,
    ],
  ])("%s", (_, code) => {
    const report = read(
      `declare const id: string; declare const ids: string[]; const c = new TableClient("", "Orders"); ${code}`,
    );
    expect(keysIn(report)).toEqual(["Orders p a_{id}", "Orders p b_{id}"]);
  });
});
