import { describe, expect, it } from "vitest";
import { countComparisons, type FilterPart, filterText } from "../../query/filter/filter.js";
import { translateWhere } from "../../query/filter/filter-where.js";
import { boolean, dateTime, double, guid, int64, string } from "../../schema/property.js";
import { evolution } from "./evolution.js";

const zero = "00000000-0000-0000-0000-000000000000";
const ref = "0f8fad5b-d9cb-469f-a165-70867728950e";
const time = new Date("2024-05-06T07:08:09.123Z");
const schema = {
  name: "User",
  properties: Object.fromEntries(
    [
      string("email", { formerly: ["mail"], evolution }),
      string("phone", { formerly: ["tel", "fon"], keepFormer: true, evolution }),
      int64("visits", { reads: ["Edm.Int32"], evolution }),
      double("score", { reads: ["Edm.Int32", "Edm.Int64"], evolution }),
      double("price", { reads: ["Edm.Int32"], evolution }),
      double("cost", { formerly: ["fee"], reads: ["Edm.Int32"], evolution }),
      guid("ref", { reads: ["Edm.String"], evolution }),
      string("text", { reads: ["Edm.Guid"], evolution }),
      boolean("active", { formerly: ["on"], reads: ["Edm.String"], evolution }),
      dateTime("at", { reads: ["Edm.String"], evolution }),
    ].map((property) => [property.field, property]),
  ),
};

describe("a condition on a property of former definitions", () => {
  it.each([
    [{ email: "a" }, "email eq 'a' or mail eq 'a' and not (email ge '')", 3],
    [
      { email: { startsWith: "a" } },
      "email ge 'a' and email lt 'b' or mail ge 'a' and mail lt 'b' and not (email ge '')",
      5,
    ],
    [{ $not: { email: "a" } }, "not (email eq 'a' or mail eq 'a' and not (email ge ''))", 3],
    [
      { phone: "1" },
      "tel eq '1' or fon eq '1' and not (tel ge '') or phone eq '1' and not (tel ge '') and not (fon ge '')",
      6,
    ],
    [{ visits: 5n }, "visits eq 5L or visits eq 5", 2],
    [{ visits: { eq: 5n } }, "visits eq 5L or visits eq 5", 2],
    [{ visits: 5_000_000_000n }, "visits eq 5000000000L", 1],
    [{ visits: { in: [5n, 5_000_000_000n] } }, "visits eq 5L or visits eq 5000000000L or visits eq 5", 3],
    [
      { visits: { ne: 5n } },
      "(visits ge -9223372036854775808L or visits ge -2147483648) and not (visits eq 5L or visits eq 5)",
      4,
    ],
    [{ visits: { gt: 5n } }, "visits gt 5L or visits gt 5", 2],
    [
      { visits: { lt: 5n } },
      "visits ge -9223372036854775808L and visits lt 5L or visits ge -2147483648 and visits lt 5",
      4,
    ],
    [
      { visits: { le: 5n } },
      "visits ge -9223372036854775808L and visits le 5L or visits ge -2147483648 and visits le 5",
      4,
    ],
    [{ visits: { between: [1n, 5n] } }, "visits ge 1L and visits le 5L or visits ge 1 and visits le 5", 4],
    [{ visits: { ge: 5_000_000_000n } }, "visits ge 5000000000L", 1],
    [
      { visits: { lt: 5_000_000_000n, ge: 5n } },
      "visits lt 5000000000L and visits ge 5L or visits le 2147483647 and visits ge 5",
      4,
    ],
    [{ score: { gt: 5.5 } }, "score gt 5.5 or score ge 6 or score ge 6L", 3],
    [{ score: 5.5 }, "score eq 5.5", 1],
    [{ score: 5 }, "score eq 5.0 or score eq 5 or score eq 5L", 3],
    [{ price: { lt: 5 } }, "price lt 5.0 and price lt 5", 2],
    [{ price: { le: 5.5 } }, "price le 5.5 and price lt 6", 2],
    [{ price: { lt: 5e9 } }, "price lt 5000000000.0", 1],
    [{ price: { lt: -5e9 } }, "price lt -5000000000.0 and price lt -2147483648", 2],
    [{ price: { gt: 0.5, lt: 5 } }, "price gt 0.5 and price lt 5.0 or price ge 1 and price lt 5", 4],
    [{ price: { ne: 5 } }, "price ne 5.0 and price ne 5", 2],
    [{ price: { ne: 5.5 } }, "price ne 5.5", 1],
    [{ cost: { lt: 5 } }, "cost lt 5.0 and cost lt 5 or fee lt 5.0 and fee lt 5 and not (cost ne 0 or cost eq 0)", 6],
    [{ ref }, `ref eq guid'${ref}' or ref eq '${ref}' or ref eq '${ref.toUpperCase()}'`, 3],
    [
      { ref: { ne: ref } },
      `(ref ge guid'${zero}' or ref ge '') and not (ref eq guid'${ref}' or ref eq '${ref}' or ref eq '${ref.toUpperCase()}')`,
      5,
    ],
    [{ text: "it's" }, "text eq 'it''s'", 1],
    [{ text: ref }, `text eq '${ref}' or text eq guid'${ref}'`, 2],
    [
      { active: true },
      "active eq true or active eq 'true' or active eq 'True' or active eq 'TRUE' or (on eq true or on eq 'true' or on eq 'True' or on eq 'TRUE') and not (active eq true or active eq false or active ge '')",
      11,
    ],
    [
      { at: { ge: time } },
      "at ge datetime'2024-05-06T07:08:09.123Z' or at ge '' and at ge '2024-05-06T07:08:09.123'",
      3,
    ],
  ])("condition %# asks for each name and type, and counts all comparisons", (where, text, count) => {
    const filter = translateWhere(schema, where) as FilterPart;
    expect(filterText(filter)).toBe(text);
    expect(countComparisons(filter)).toBe(count);
  });

  it.each([
    [
      { ref: { gt: ref } },
      "User.ref gt cannot compare rows that store it as Edm.String, which sorts differently; use eq, ne or in",
    ],
    [{ text: { startsWith: "a" } }, "User.text startsWith cannot compare rows that store it as Edm.Guid"],
    [{ visits: {} }, "User.visits has no operator"],
    [{ visits: { gte: 5n } }, "User.visits gte is not an operator of Edm.Int64 here; write ge"],
    [{ visits: { lt: undefined } }, "User.visits lt is undefined"],
    [{ visits: { in: undefined } }, "User.visits in is undefined"],
    [{ visits: { ge: 1n, gt: 2n } }, "User.visits has both ge and gt, two bounds on one side"],
    [{ visits: { between: [1n] } }, "User.visits between takes [from, to], not 1 values"],
    [{ visits: 5 }, "User.visits is 5; Edm.Int64 takes a bigint"],
  ])("condition %# is refused with its place", (where, message) => {
    expect(() => translateWhere(schema, where)).toThrow(message);
  });
});
