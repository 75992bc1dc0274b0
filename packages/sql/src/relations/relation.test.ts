import fc from "fast-check";
import { expect, it } from "vitest";
import { DateOutOfRange, nameColumns } from "./relation.js";

it.each([
  [["a", "b"], ["a", "b"], "Timestamp"],
  [["total", "Total", "TOTAL"], ["total_1", "Total_2", "TOTAL_3"], "Timestamp"],
  [["a", "A_1", "A"], ["a_2", "A_1", "A_3"], "Timestamp"],
  [["timestamp"], ["timestamp"], "_Timestamp"],
  [["timestamp", "TimeStamp"], ["timestamp_1", "TimeStamp_2"], "_Timestamp"],
  [["_timestamp", "TIMESTAMP"], ["_timestamp", "TIMESTAMP"], "__Timestamp"],
])("columns of the properties %j are named %j, and Timestamp %s", (properties, named, system) => {
  expect(nameColumns(["Timestamp"], properties)).toEqual({ system: [system], properties: named });
});

it("columns of the service are unique among themselves too", () => {
  expect(nameColumns(["Timestamp", "_Timestamp"], ["timestamp"]).system).toEqual(["_Timestamp", "__Timestamp"]);
});

it("no two columns have names that differ only in case, and a name that stands alone stays", () => {
  const name = fc.constantFrom("a", "A", "a_1", "A_1", "_a", "_A", "b", "B_2", "b_2");
  fc.assert(
    fc.property(fc.uniqueArray(name), fc.uniqueArray(fc.constantFrom("A", "B", "_a")), (properties, system) => {
      const named = nameColumns(system, properties);
      const all = [...named.system, ...named.properties].map((each) => each.toLowerCase());
      expect(new Set(all).size).toBe(all.length);
      for (const [index, each] of properties.entries()) {
        const others = properties.filter((other) => other.toLowerCase() === each.toLowerCase());
        expect(named.properties[index] === each).toBe(others.length === 1);
        if (others.length > 1) expect(all).not.toContain(each.toLowerCase());
      }
    }),
  );
});

it("a date out of range names its column", () => {
  expect(new DateOutOfRange("placedAt")).toMatchObject({
    column: "placedAt",
    message: expect.stringContaining("placedAt"),
  });
});
