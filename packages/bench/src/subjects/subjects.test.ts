import { expect, it } from "vitest";
import { Reading, Visit } from "../tables.gen/index.js";
import { reading } from "./reading.js";
import { visit } from "./visit.js";

it("keys made by hand are those of the generated classes", () => {
  for (let n = 0; n < 100; n++) {
    const { partitionKey, rowKey } = Reading.key(reading.keyOf(n));
    expect(reading.keysOf(reading.sample(n))).toEqual({ PartitionKey: partitionKey, RowKey: rowKey });
    const ofVisit = Visit.key(visit.keyOf(n));
    expect(visit.keysOf(visit.sample(n))).toEqual({ PartitionKey: ofVisit.partitionKey, RowKey: ofVisit.rowKey });
  }
});

it("half of the optional values of visits are absent", () => {
  const visits = Array.from({ length: 1000 }, (_, n) => visit.sample(n));
  const optional = ["findings", "endedAt", "followUpAt", "weight", "insured", "referral", "signature"] as const;
  const present = visits.flatMap((one) => optional.filter((name) => one[name] !== undefined)).length;
  expect(present / (visits.length * optional.length)).toBeCloseTo(0.5, 1);
});
