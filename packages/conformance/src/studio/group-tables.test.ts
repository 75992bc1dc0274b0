import { expect, it } from "vitest";
import { groupTables } from "../../../studio/page/sidebar/group-tables.js";

const tables = (names: readonly string[]) => names.map((name) => ({ name, exists: true }));
const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, "0")}`);

it("leaves a short list as it is", () => {
  const all = tables(numbered("Orders", 30));
  expect(groupTables(all)).toBe(all);
});

it("groups the tables of a long list by the first word in their names", () => {
  const all = tables([...numbered("AuditLog", 20), "Invoices", ...numbered("Orders", 20), ...numbered("XMLFiles", 4)]);
  const groups = groupTables(all).map((each) => ("tables" in each ? [each.prefix, each.tables.length] : each.name));
  expect(groups).toEqual([["Audit…", 20], "Invoices", ["Orders…", 20], ["XML…", 4]]);
});

it("divides a group of thousands, and loses no table", () => {
  const all = tables(numbered("Tenant", 3_000));
  const groups = groupTables(all);
  expect(groups.length).toBe(30);
  expect(groups[1]).toMatchObject({ prefix: "Tenant0100 … Tenant0199" });
  expect(groups.flatMap((each) => ("tables" in each ? each.tables : each))).toEqual(all);
});
