import { expect, it } from "vitest";
import { ExactDate } from "../edm/exact-date.js";
import { Sample } from "../test/every-type/sample.gen.js";

it("an entity as JSON has what JSON can hold: no system members, nothing absent", () => {
  const sample = new Sample(
    {
      id: "1",
      note: "n",
      big: 9007199254740993n,
      at: ExactDate.fromIso("2021-01-02T03:04:05.1234567Z"),
      atTicks: 637451534451234567n,
      bytes: new Uint8Array([0, 1, 2, 3]).subarray(1),
      data: { inner: [1, null] },
    },
    'W/"x"',
    new Date(0),
  );
  expect(JSON.parse(JSON.stringify(sample))).toEqual({
    id: "1",
    note: "n",
    big: "9007199254740993",
    at: "2021-01-02T03:04:05.1234567Z",
    atTicks: "637451534451234567",
    bytes: "AQID",
    data: { inner: [1, null] },
    count: 7,
  });
  expect(Object.keys(sample.toJSON())).not.toContain("text");
});
