import type { KeyPartSource } from "@tablewright/generator";
import * as generator from "@tablewright/generator";
import { expect, it } from "vitest";
import { draftDefinitions } from "../../../cli/src/commands/pull/draft/draft-definitions.js";
import type { DraftEntity } from "../../../cli/src/commands/pull/draft/draft-entity.js";
import type { CorpusTable } from "./corpus/corpus-table.js";
import { heldOut } from "./corpus/held-out.js";
import { corpus } from "./corpus/index.js";

/** Formats the keys of a draft as the corpus does. */
function keysOf({ source }: DraftEntity): string {
  const properties = new Map(source.properties.map((property) => [property.name, property]));
  const { separator = "!" } = source;
  const separators = typeof separator === "string" ? { partitionKey: separator, rowKey: separator } : separator;
  const text = (key: "partitionKey" | "rowKey") =>
    source[key].parts
      .map((part, index) => {
        const before = index === 0 || part.touches === true ? "" : separators[key];
        if (part.kind === "literal") return before + part.text;
        const { keyOnly, storedName, pattern, type } = properties.get(part.property.name) ?? {};
        const unstored = `*${pattern === undefined ? "" : `:${pattern}`}${type === "string" ? "" : type}`;
        return `${before}{${keyOnly ? unstored : storedName}${callsOf(part)}}`;
      })
      .join("");
  return `${text("partitionKey")} ~ ${text("rowKey")}`;
}

function callsOf({ encoding, width, shards }: Extract<KeyPartSource, { kind: "property" }>): string {
  const isPlain = ["text", "raw", "guid", "boolean"].includes(encoding);
  const format = isPlain ? "" : encoding === "pad" ? `.pad(${width})` : encoding.replace(/^\.?/, ".");
  return format + (shards === undefined ? "" : `.shard(${shards})`);
}

/** Returns whether a draft claims nothing that the careful declaration does not: its literals and stored parts are also in that. */
function isSafe(drafted: string, careful: readonly string[]): boolean {
  const claims = drafted
    .split(/(\{(?:[^}"]|"[^"]*")*\}| ~ )/)
    .filter((claim) => claim !== "" && claim !== "{*}" && claim !== " ~ " && /[\p{L}\p{N}]/u.test(claim));
  const all = careful.join("\n");
  return claims.every((claim) => all.includes(claim));
}

function gradeOf({ name, rows, keys }: CorpusTable): {
  readonly grade: "exact" | "safe" | "wrong";
  readonly drafted: string[];
} {
  const place = { file: "tables/a.table.ts", others: [], taken: [], host: generator.createSourceHost({}) };
  const { entities } = draftDefinitions(generator, name, rows, place);
  const drafted = entities.map(keysOf).sort();
  if (JSON.stringify(drafted) === JSON.stringify([...keys].sort())) return { grade: "exact", drafted };
  return { grade: drafted.every((each) => isSafe(each, keys)) ? "safe" : "wrong", drafted };
}

/** Prints the shares of a list of tables by their grades, and returns them with the tables that are wrong. */
function gradeAll(name: string, tables: readonly CorpusTable[]) {
  const graded = tables.map((table) => ({ table, ...gradeOf(table) }));
  const share = (grade: string) => graded.filter((each) => each.grade === grade).length / graded.length;
  const shares = { exact: share("exact"), safe: share("safe"), wrong: share("wrong") };
  const percent = (part: number) => `${Math.round(part * 100)} %`;
  const figures = `exact ${percent(shares.exact)}, safe but raw ${percent(shares.safe)}, wrong ${percent(shares.wrong)}`;
  process.stdout.write(`pull, ${tables.length} ${name}: ${figures}\n`);
  for (const { table, grade, drafted } of graded)
    if (grade !== "exact") process.stdout.write(`  ${grade} ${table.name}: ${drafted.join(", ")}\n`);
  return { ...shares, wrongTables: graded.flatMap(({ grade, table }) => (grade === "wrong" ? table.name : [])) };
}

it.each([
  ["tables of programs", corpus],
  ["tables written after the inference", heldOut],
])("the drafts of %s, beside what a careful engineer would declare", (name, tables) => {
  const { exact, safe, wrongTables } = gradeAll(name, tables);
  expect(exact).toBeGreaterThanOrEqual(0.7);
  expect(safe).toBeLessThanOrEqual(0.3);
  expect(wrongTables).toEqual([]);
});
