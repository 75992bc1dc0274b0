import { describe, expect, it } from "vitest";
import { payloadMatches } from "./write-evidence.js";

const system = { "odata.etag": 'W/"x"', PartitionKey: "p", RowKey: "r", Timestamp: "2024-01-01T00:00:00Z" };
const sent = (members: object) => JSON.stringify({ PartitionKey: "p", RowKey: "r", ...members });

describe("payloadMatches", () => {
  it.each([
    [
      "a date that lost its zeros",
      { "T@odata.type": "Edm.DateTime", T: "2024-01-01T00:00:00.1200000Z" },
      { "T@odata.type": "Edm.DateTime", T: "2024-01-01T00:00:00.12Z" },
    ],
    [
      "a date that lost its fraction",
      { "T@odata.type": "Edm.DateTime", T: "2024-01-01T00:00:00.0000000Z" },
      { "T@odata.type": "Edm.DateTime", T: "2024-01-01T00:00:00Z" },
    ],
    [
      "a date that was given one",
      { "T@odata.type": "Edm.DateTime", T: "2024-01-01T00:00:00Z" },
      { "T@odata.type": "Edm.DateTime", T: "2024-01-01T00:00:00.0000000Z" },
    ],
    [
      "a GUID in upper case",
      { "G@odata.type": "Edm.Guid", G: "c9da6455-213d-42c9-9a79-3e9149a57833" },
      { "G@odata.type": "Edm.Guid", G: "C9DA6455-213D-42C9-9A79-3E9149A57833" },
    ],
    ["a whole Double without its annotation", { "D@odata.type": "Edm.Double", D: 5.0 }, { D: 5 }],
  ])("takes %s for the same", (_, before, after) => {
    expect(payloadMatches({ ...system, ...after }, sent(before), true)).toBe(true);
  });

  it("tells other values, and text that only looks like a date", () => {
    expect(payloadMatches({ ...system, a: 1 }, sent({ a: 2 }), false)).toBe(false);
    expect(payloadMatches({ ...system, a: "1" }, sent({ a: 1 }), false)).toBe(false);
    expect(payloadMatches({ ...system, t: "2024-01-01T00:00:00Z" }, sent({ t: "2024-01-01T00:00:00.0Z" }), false)).toBe(
      false,
    );
    expect(payloadMatches(system, sent({ a: 2 }), false)).toBe(false);
  });

  it("minds further properties only where the whole row was sent", () => {
    const row = { ...system, a: 1, b: 2 };
    expect(payloadMatches(row, sent({ a: 1 }), false)).toBe(true);
    expect(payloadMatches(row, sent({ a: 1 }), true)).toBe(false);
    expect(payloadMatches({ ...system, a: 1, b: null }, sent({ a: 1 }), true)).toBe(true);
  });
});
