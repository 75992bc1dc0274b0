import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Folders and files of the runtime whose reads decide about writes. */
const deciders = ["write", "bulk", "features", "tools", "reindex.ts"];
/** Reads of applications, and the reads that decide. */
const exceptions = /features\/(?:indexes\/(?:indexes|read-entities)|partitions)\.ts$|write\/deciding-reads\.ts$/;
/** Reads that may go to the secondary, or to a cache. */
const anyReads = /\b(?:getEntity|getExactEntity|queryEntities|queryExactEntities|readIndexedEntity)\b/;
const queries = /\b(?:createScan|createQuery|createTableQuery|stateOfEntity)\(/;

/** Returns why a source file may decide about a write by an outdated row. */
function findOutdatedReads(text: string): string | undefined {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").replaceAll(/"(?:[^"\\\n]|\\.)*"/g, "");
  const read = anyReads.exec(code)?.[0];
  if (read !== undefined) return `${read}: use a read of write/deciding-reads.ts`;
  const isDeciding = code.includes("withDecidingReads(");
  return queries.test(code) && !isDeciding ? "a query of a connection without withDecidingReads" : undefined;
}

it("writes depend on reads of the primary alone", () => {
  const root = "packages/runtime/src/";
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) => deciders.some((place) => path === place || path.startsWith(`${place}/`)) && /(?<!\.test)\.ts$/.test(path),
  );
  const sources = paths.filter((path) => !exceptions.test(path));
  const found = sources.map((path) => [path, findOutdatedReads(readFileSync(root + path, "utf8"))]);
  expect(found.filter(([, problem]) => problem !== undefined)).toEqual([]);
  expect(sources.length).toBeGreaterThan(50);
});

it("a read that may be outdated is found", () => {
  expect(findOutdatedReads('import { getEntity } from "../operations/entities/get-entity.js";')).toContain("getEntity");
  expect(findOutdatedReads("const rows = createScan(connection, schema);")).toContain("withDecidingReads");
  expect(findOutdatedReads("// getEntity\nreturn createScan(withDecidingReads(connection), schema);")).toBeUndefined();
});
