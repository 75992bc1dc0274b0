import { expect, it } from "vitest";
import { readModels } from "../generate.js";
import { createSourceHost } from "../read/project/source-host.js";
import { lockOfText, user } from "./test/evolve.js";

const path = "tablewright.lock.json";
const other = `import { edm, entity } from "tablewright";
export const Other = entity({ table: "Others", properties: { id: edm.guid() }, partitionKey: () => ["o"], rowKey: (k) => [k.id] });
`;

/** Returns the findings for definitions that lack `User`, compared with the text of a lock file that has it. */
function findings(text: string | undefined, accept = false) {
  const host = createSourceHost({ "tables/others.table.ts": other });
  return readModels({ host, files: ["tables/others.table.ts"], lock: { path, text, accept } }).diagnostics;
}

const { lock = "" } = lockOfText(user(""));

it("marks the name of an entity that is gone, from its first to its last character", () => {
  const [, line = ""] = lock.split("\n");
  const [found] = findings(lock);
  expect(found?.location).toEqual({ file: path, line: 2, column: 3, endLine: 2, endColumn: 16 });
  expect(line.slice(2, 15)).toBe('"entity User"');
});

it("marks the start of a lock file that writes the name in another way", () => {
  const [found] = findings(lock.replace('"entity User"', '"entity \\u0055ser"'));
  expect(found).toMatchObject({ code: "change.entity-removed", location: { file: path, line: 1, column: 1 } });
});

it("reports no change that is accepted, and none without a lock file", () => {
  expect(findings(lock, true)).toEqual([]);
  expect(findings(undefined)).toEqual([]);
});
