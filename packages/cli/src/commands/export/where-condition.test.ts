import { describe, expect, it } from "vitest";
import { namesOfFilter, whereCondition } from "./where-condition.js";

describe("--where", () => {
  it.each([
    ["n eq 1 or paid", "n eq 1 or paid"],
    [' {"n":1}', "n eq 1"],
    ['{"n":1,"paid":false,"name":"x"}', "n eq 1 and paid eq false and name eq 'x'"],
    ['{"n":{"gt":1,"le":5}}', "n gt 1 and n le 5"],
    ['{"n":{"ge":1,"lt":5,"ne":3,"eq":2}}', "n ge 1 and n lt 5 and n ne 3 and n eq 2"],
    ['{"$or":[{"n":1},{"n":2,"m":3}]}', "((n eq 1) or (n eq 2 and m eq 3))"],
    ['{"$and":[{"$not":{"n":1}},{"m":2}]}', "((not (n eq 1)) and (m eq 2))"],
    ['{"at@odata.type":"Edm.DateTime","at":{"ge":"2026-01-01T00:00:00Z"}}', "at ge datetime'2026-01-01T00:00:00Z'"],
    ['{"Timestamp":{"lt":"2026-01-01T00:00:00Z"}}', "Timestamp lt datetime'2026-01-01T00:00:00Z'"],
    ['{"big@odata.type":"Edm.Int64","big":"5"}', "big eq 5L"],
    [`{"name":"O'Neil"}`, "name eq 'O''Neil'"],
    ['{"größe_2":1}', "größe_2 eq 1"],
  ])("%s is %s", (condition, filter) => {
    expect(whereCondition(condition)).toBe(filter);
  });

  it.each([
    ["{", "it is not valid JSON"],
    ['{"x y":1}', '"x y" is not the name of a property'],
    ['{" x":1}', '" x" is not the name of a property'],
    ['{"2":1}', '"2" is not the name of a property'],
    ['{"n":{"like":1}}', 'n has "like", which is none of eq, ne, gt, ge, lt, le'],
    ['{"n":null}', "n has the value null, which is not a text, number or boolean"],
    ['{"n":[1]}', "a condition is an object"],
    ['{"$not":null}', "a condition is an object"],
    ['{"$not":"n eq 1"}', "a condition is an object"],
    ["{}", "an object without members has no condition"],
    ['{"$or":[]}', "$or and $and need a list of conditions"],
    ['{"$and":{"n":1}}', "$or and $and need a list of conditions"],
    ['{"n@odata.type":"Edm.Guid","n":"x"}', 'n has the value "x", which is not of type Edm.Guid'],
  ])("is not %s", (condition, reason) => {
    expect(() => whereCondition(condition)).toThrow(
      expect.objectContaining({ code: "cli.usage", message: `--where: ${reason}.` }),
    );
  });
});

it.each<[string, readonly string[]]>([
  ["n gt 1 and m\tle 2", ["n", "m"]],
  ["not (größe_2 ne 1) or _x eq true", ["größe_2", "_x"]],
  ["name eq 'it''s n lt 5' and n ge 1 and n lt 9", ["name", "n"]],
  ["n equals 1", []],
])("%s compares %j", (filter, names) => {
  expect([...namesOfFilter(filter)]).toEqual(names);
});
