import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EntityPayload } from "../schema/entity-schema.js";
import { ServiceClock } from "./service-clock.js";
import { type Evidence, evidenceOf, reasonOf, verdictOf } from "./write-evidence.js";

const epoch = Date.UTC(2024, 0, 1);
const clock = new ServiceClock(
  [{ sentAt: 9000, receivedAt: 9001, earliest: epoch + 9000, latest: epoch + 10_000 }],
  epoch,
);
/** Two attempts, with another between them that was refused. */
const attempts = [
  { startedAt: 2000, endedAt: 2100 },
  { startedAt: 3000, endedAt: 3100 },
];
const body = JSON.stringify({ PartitionKey: "p", RowKey: "r", n: 1 });

function row(writtenAt: number, n = 1, etag = 'W/"new"'): EntityPayload {
  const Timestamp = new Date(epoch + writtenAt).toISOString();
  return { "odata.etag": etag, PartitionKey: "p", RowKey: "r", Timestamp, n } as never;
}

describe("a row that was read back", () => {
  const insert = { body, ifMatch: "*", leaves: "whole" } as const;
  const merge = { body, ifMatch: 'W/"old"', leaves: "part" } as const;
  const remove = { body: "", ifMatch: 'W/"old"', leaves: "gone" } as const;
  it.each([
    [insert, row(2050), "own"],
    [insert, row(3050), "own"],
    [insert, row(2500), "alike"],
    [insert, row(3500), "alike"],
    [insert, row(0), "older"],
    [insert, row(2050, 2), "different"],
    [insert, undefined, "missing"],
    [merge, row(2050), "own"],
    [merge, row(3500, 2), "different"],
    [merge, row(2050, 2, 'W/"old"'), "older"],
    [merge, undefined, "missing"],
    [remove, undefined, "gone"],
    [remove, row(2050), "present"],
    [remove, row(0), "older"],
    [remove, row(2050, 1, 'W/"old"'), "older"],
  ] as const)("says of %j and %j: %s", (write, found, evidence) => {
    expect(evidenceOf(write, found, attempts, clock)).toBe(evidence);
  });
});

const agreeing = ["own", "gone"] as const;
const anything = ["own", "alike", "gone", "older", "missing", "different", "present"] as const;

describe("the verdict", () => {
  const rows = fc.array(fc.constantFrom<Evidence>(...anything), { minLength: 1, maxLength: 6 });

  it("is success only where each row is certainly ours or gone", () => {
    fc.assert(
      fc.property(rows, (evidence) => {
        const agrees = evidence.every((one) => (agreeing as readonly Evidence[]).includes(one));
        expect(verdictOf(evidence) === "applied").toBe(agrees);
      }),
    );
  });

  it("is an error only where a row is older, and none looks like ours", () => {
    fc.assert(
      fc.property(rows, (evidence) => {
        const isProven = evidence.includes("older") && !evidence.includes("own") && !evidence.includes("alike");
        expect(verdictOf(evidence) === "not applied").toBe(isProven);
      }),
    );
  });

  it("names the row that speaks against success", () => {
    expect(reasonOf(["own", "missing", "different"])).toEqual({ index: 1, seen: "the row does not exist" });
    expect(reasonOf(["gone", "alike"])).toMatchObject({ index: 1, seen: expect.stringMatching(/written the same/) });
    expect(reasonOf(["own", "older"]).seen).toMatch(/disagree/);
  });
});
