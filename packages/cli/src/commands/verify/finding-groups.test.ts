import { describe, expect, it } from "vitest";
import type { Finding } from "../../rows/finding.js";
import { FindingGroups } from "./finding-groups.js";

const finding = (message: string, code: Finding["code"] = "decode.missing"): Finding => ({
  code,
  entity: undefined,
  property: undefined,
  storedType: undefined,
  message,
});
const id = (rowKey: string) => ({ partitionKey: "p", rowKey });

describe("the groups of findings", () => {
  it("are by table, then by their numbers of rows, then by their messages", () => {
    const groups = new FindingGroups();
    for (const table of ["B", "A"]) {
      for (const message of ["one", "few", "often", "often"]) groups.add(table, id("1"), [finding(message)]);
      groups.addTable(table, finding("none"));
    }
    expect(groups.list().map(({ table, message, rows }) => [table, message, rows])).toEqual(
      ["A", "B"].flatMap((table) => [
        [table, "often", 2],
        [table, "few", 1],
        [table, "one", 1],
        [table, "none", 0],
      ]),
    );
  });

  it("distinguish findings by table, code and message", () => {
    const groups = new FindingGroups();
    groups.add("A", id("1"), [finding("x"), finding("x", "decode.wrong-type"), finding("y")]);
    groups.add("B", id("1"), [finding("x")]);
    groups.add("A", id("2"), [finding("x")]);
    expect(groups.list().map(({ rows }) => rows)).toEqual([2, 1, 1, 1]);
  });

  it("have the keys of three rows, or of as many as are wanted, and of the owner of a unique value", () => {
    const [few, all] = [new FindingGroups(), new FindingGroups(Number.POSITIVE_INFINITY)];
    for (const groups of [few, all])
      for (const rowKey of ["1", "2", "3", "4"])
        groups.add("A", { ...id(rowKey), ...(rowKey === "2" && { owner: id("0") }) }, [finding("x")]);
    const examples = [id("1"), { ...id("2"), owner: id("0") }, id("3"), id("4")];
    expect(few.list()[0]?.examples).toEqual(examples.slice(0, 3));
    expect(all.list()[0]?.examples).toEqual(examples);
  });

  it("are at most 200, and count what they leave out", () => {
    const groups = new FindingGroups();
    for (let index = 0; index < 203; index++) groups.add("A", id("1"), [finding(String(index))]);
    groups.add("A", id("2"), [finding("0"), finding("201")]);
    expect([groups.list().length, groups.others, groups.list()[0]?.rows]).toEqual([200, 4, 2]);
  });
});
