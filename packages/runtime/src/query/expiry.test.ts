import { afterAll, describe, expect, it, vi } from "vitest";
import { dateTime, dateTimeIso } from "../schema/property.js";
import { type Expiring, expiredFilter, unexpiredFilter, unexpiredKinds } from "./expiry.js";
import { comparison, type Filter, filterText } from "./filter/filter.js";

const now = "2024-01-02T03:04:05Z";
vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());

const textOf = (filter: Filter) => (typeof filter === "boolean" ? filter : filterText(filter));
const expiring = (name: string, ttl?: object) => ({ name, ttl, features: [] }) as unknown as Expiring;
const required = dateTime("until");

describe("the filter for rows that have not expired", () => {
  it.each<[string, object, string]>([
    ["is required", required, `until gt datetime'${now}'`],
    ["has another type in the class", dateTimeIso("until"), `until gt datetime'${now}'`],
    ["has another stored name", dateTime("until", { name: "ttl" }), `ttl gt datetime'${now}'`],
    ["is optional", dateTime("until", { optional: true }), `not (until le datetime'${now}')`],
    ["has a default", dateTime("until", { default: new Date(0) }), `not (until le datetime'${now}')`],
    ["had another type", { ...required, reads: ["Edm.Int64"] }, `not (until le datetime'${now}')`],
  ])("compares the time, and keeps rows without one if there may be some: it %s", (_, ttl, filter) => {
    expect(textOf(unexpiredFilter(expiring("Session", ttl)))).toBe(filter);
  });

  it("covers former names, which rows may still have", () => {
    const ttl = { ...required, formerly: ["expiry"] };
    expect(String(textOf(unexpiredFilter(expiring("Session", ttl))))).toMatch(/^not \(/);
  });

  it("excludes nothing if rows never expire", () => {
    expect(unexpiredFilter(expiring("Order"))).toBe(true);
    expect(expiredFilter(expiring("Order"))).toBe(false);
  });
});

describe("the filter for several classes", () => {
  it("excludes the expired rows of each class, and no row of a class without an expiry time", () => {
    const schemas = [expiring("Session", required), expiring("Order"), expiring("Login", dateTime("end"))];
    const ofKind = ({ name }: Expiring): Filter => comparison("kind", "eq", `'${name}'`);
    expect(textOf(unexpiredKinds(schemas, ofKind))).toBe(
      `not (kind eq 'Session' and until le datetime'${now}') and not (kind eq 'Login' and end le datetime'${now}')`,
    );
  });
});
