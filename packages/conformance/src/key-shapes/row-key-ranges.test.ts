import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { Reading } from "../../../generator/src/emit/golden/derived/expected/index.js";
import { Event } from "../../../generator/src/emit/golden/many-parts/expected/index.js";
import { Employee, Subscription } from "../../../runtime/src/test/company/index.js";
import { Order } from "../../../runtime/src/test/shop/index.js";
import { Login } from "../tables.gen/index.js";

/** Any value that plain JavaScript can pass. */
// biome-ignore lint/suspicious/noExplicitAny: the compiler refuses all of these calls.
type Anything = any;

const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", {
  transport: createTableService(),
});
const id = "c9da6455-213d-42c9-9a79-3e9149a57833";
const at = new Date("2026-11-22T00:00:00Z");
const orders: Anything = service.entities(Order).query({ customerId: "C1" }).rowKey;
const events: Anything = service.entities(Event).query({ tenant: "a", region: "b" }).rowKey;
const logins: Anything = service.entities(Login).query({ tenant: "a", user: "b" }).rowKey;
const subscriptions: Anything = service.entities(Subscription).query({ tenant: id, at }).rowKey;
const employees: Anything = service.entities(Employee);
const readings: Anything = service.entities(Reading);
const help = "between takes parts with .pad, .asc or .desc";

describe("a range that the order of keys cannot answer", () => {
  it.each<[string, () => unknown, string, string | undefined, string]>([
    ["text", () => events.between({ type: { ge: "a" } }), "Event", "type", help],
    ["text behind others", () => events.between({ type: "a", at, user: { lt: "u" } }), "Event", "user", help],
    ["raw text", () => logins.between({ provider: { lt: "x" } }), "Login", "provider", help],
    [
      "derived text",
      () => subscriptions.between({ address: { lt: "x" } }),
      "Subscription",
      "address",
      "contains only a derived value",
    ],
    [
      "text of an index elsewhere",
      () => employees.byDepartment.query({ department: "D" }).rowKey.between({ lastName: { ge: "a" } }),
      "EmployeeByDepartment",
      "lastName",
      help,
    ],
    [
      "text of an index in the partition",
      () => employees.byName.query({ companyId: "X" }).rowKey.between({ lastName: { ge: "a" } }),
      "EmployeeByName",
      "lastName",
      help,
    ],
    [
      "a range in startsWith",
      () => orders.startsWith({ placedAt: { ge: at } }),
      "Order",
      "placedAt",
      "for a range, use between",
    ],
    ["no range in between", () => orders.between({ placedAt: at }), "Order", "placedAt", "use startsWith"],
    ["nothing in between", () => orders.between({}), "Order", "placedAt", "use startsWith"],
    ["no range where no part has an order", () => logins.between({ provider: "x" }), "Login", undefined, help],
    ["a gap", () => orders.startsWith({ orderNo: 7 }), "Order", "orderNo", "Give each part before it a single value"],
    [
      "a gap before a range",
      () => orders.between({ orderNo: { ge: 7 } }),
      "Order",
      "orderNo",
      "Give each part before it",
    ],
    [
      "two lower bounds",
      () => orders.between({ placedAt: { ge: at, gt: at } }),
      "Order",
      "placedAt",
      "has both ge and gt",
    ],
    [
      "two upper bounds",
      () => orders.between({ placedAt: { le: at, lt: at } }),
      "Order",
      "placedAt",
      "has both le and lt",
    ],
    [
      "two bounds of partitions",
      () => readings.queryPartitions({ deviceId: "d", at: { ge: at, gt: at, lt: at } }),
      "Reading",
      "at",
      "has both ge and gt",
    ],
    [
      "a range of a partition's text",
      () => readings.queryPartitions({ deviceId: { ge: "d", lt: "e" }, at }),
      "Reading",
      "deviceId",
      "takes one value",
    ],
  ])("is refused: %s", (_, call, entity, property, says) => {
    expect(call).toThrow(
      expect.objectContaining({ code: "query.invalid-option", entity, ...(property && { property }) }),
    );
    expect(call).toThrow(says);
  });

  it("is answered where the part has an order", () => {
    expect(() => orders.between({ placedAt: at, orderNo: { ge: 1, lt: 5 } })).not.toThrow();
    expect(() => employees.byHired.query({ companyId: "X" }).rowKey.between({ hiredAt: { ge: at } })).not.toThrow();
  });
});
