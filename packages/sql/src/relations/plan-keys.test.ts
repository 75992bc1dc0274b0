import { type EntityClass, TableServiceClient } from "@tablewright/runtime";
import type { EntityTypes } from "@tablewright/runtime/codegen/v1";
import { createTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { CodedOrder } from "../../../generator/src/emit/golden/codes/expected/index.js";
import { Account, Job } from "../../../generator/src/emit/golden/derived/expected/index.js";
import { Encoded } from "../../../generator/src/emit/golden/encodings/expected/index.js";
import { Follow } from "../../../generator/src/emit/golden/key-only/expected/index.js";
import { Event } from "../../../generator/src/emit/golden/many-parts/expected/index.js";
import { Order } from "../../../generator/src/emit/golden/shop/expected/index.js";
import { planKeys } from "./plan-keys.js";
import type { Comparison, ComparisonOperator, Condition, ConstantJson } from "./relation.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });

type Given = readonly [column: string, operator: ComparisonOperator, ...values: ConstantJson[]];

/** Returns the filters of the queries, and the columns whose conditions the keys replace. */
function planOf(entity: { readonly $schema: unknown }, ...given: readonly Given[]) {
  const { $schema } = entity as unknown as EntityClass<EntityTypes>;
  const client = service.entities(entity as unknown as EntityClass<EntityTypes>);
  const conditions = given.map(([column, operator, ...values]): Condition => {
    const comparison: Comparison = { column, operator, values };
    return { where: {}, isExact: true, comparison };
  });
  const other: Condition = { where: {}, isExact: true };
  const fieldOf = (column: string) => column.replace("column ", "");
  const plan = planKeys($schema, client.scan(), [other, ...conditions], fieldOf);
  return (
    plan && {
      filters: plan.queries.flatMap((query) => query.explain().filters),
      covered: given.filter((_, index) => plan.covered.has(conditions[index] as Condition)).map(([column]) => column),
    }
  );
}

const filtersOf = (query: { explain(): { readonly filters: readonly string[] } }) => [...query.explain().filters];
const c1 = ["customerId", "eq", "C1"] as const;
const placedAt = new Date("2024-02-29T12:00:00Z");
const at = "2024-02-29T12:00:00.0000000Z";
const orders = service.entities(Order);

describe("partitions", () => {
  it("are those whose properties all have values", () => {
    expect(planOf(Order, c1)).toEqual({ filters: filtersOf(orders.query({ customerId: "C1" })), covered: [c1[0]] });
    expect(planOf(Order, ["customerId", "in", "C1", "C2", "C1"])?.filters).toEqual(
      ["C1", "C2"].flatMap((customerId) => filtersOf(orders.query({ customerId }))),
    );
    expect(planOf(Order, ["column customerId", "eq", "C1"])?.covered).toEqual(["column customerId"]);
  });

  it.each<[Given]>([[["customerId", "ge", "C1"]], [["customerId", "ne", "C1"]], [["orderNo", "eq", 1]]])(
    "are unknown for another condition: %s",
    (given) => {
      expect(planOf(Order, given)).toBeUndefined();
    },
  );

  it("are unknown if a property of the PartitionKey has no value, or one that no key has", () => {
    expect(planOf(Event, ["region", "eq", "r"])).toBeUndefined();
    expect(planOf(Order, ["customerId", "eq", "c".repeat(2000)])).toBeUndefined();
  });

  it("are at most 1,000, as many as all values together give", () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => `v${String(index).padStart(4, "0")}`);
    expect(planOf(Order, ["customerId", "in", ...values(1000)])?.filters).toHaveLength(1000);
    expect(planOf(Order, ["customerId", "in", ...values(1001)])).toBeUndefined();
    const plan = planOf(Event, ["tenant", "in", ...values(20)], ["region", "in", ...values(50)]);
    expect(plan?.filters).toHaveLength(1000);
    expect(plan?.covered).toEqual(["tenant", "region"]);
    expect(planOf(Event, ["tenant", "in", ...values(20)], ["region", "in", ...values(51)])?.covered).toEqual([
      "tenant",
    ]);
  });

  it("have codes for the names in conditions", () => {
    const partition = { region: "south", status: "written off" } as const;
    expect(planOf(CodedOrder, ["region", "eq", "south"], ["status", "eq", "written off"])).toEqual({
      filters: filtersOf(service.entities(CodedOrder).query(partition)),
      covered: ["region", "status"],
    });
  });
});

describe("a range of partitions", () => {
  const given: Given[] = [
    ["text", "eq", "a"],
    ["raw", "eq", "b"],
    ["choice", "eq", "e"],
    ["rawChoice", "eq", "x"],
    ["id", "eq", "c9da6455-213d-42c9-9a79-3e9149a57833"],
    ["flag", "eq", true],
  ];
  const from: Given = ["small", "ge", 1];

  it("is that of the first property without a value, if its texts sort as its values", () => {
    const plan = planOf(Encoded, ...given, from, ["small", "lt", 5], ["smallAsc", "eq", 1]);
    expect(plan?.filters).toEqual([expect.stringMatching(/^PartitionKey ge '(.*)0+1' and PartitionKey lt '\1?.*0+5'/)]);
    expect(plan?.covered).toEqual([...given.map(([column]) => column), "small", "small"]);
    expect(planOf(Encoded, ...given, from)?.filters).toHaveLength(1);
  });

  it("is one for each value of the properties before", () => {
    const { filters = [], covered } = planOf(Encoded, ["text", "in", "a", "b"], ...given.slice(1), from) ?? {};
    expect(filters.map((filter) => /^PartitionKey ge '(.)!/.exec(filter)?.[1])).toEqual(["a", "b"]);
    expect(covered).toEqual([...given.map(([column]) => column), "small"]);
  });

  it("ends before a property without a value, or without an order", () => {
    expect(planOf(Encoded, ...given.slice(1), from)).toBeUndefined();
    expect(planOf(Encoded, ["text", "ge", "a"])).toBeUndefined();
    expect(planOf(Event, ["tenant", "eq", "t"])).toEqual({
      filters: [expect.stringContaining("PartitionKey ge 't|region|' and PartitionKey lt 't|region}'")],
      covered: ["tenant"],
    });
    const { covered } = planOf(Encoded, ...given, ["small", "ge", -1]) ?? {};
    expect(covered).toEqual(given.map(([column]) => column));
  });
});

describe("the range of RowKeys", () => {
  const within = orders.query({ customerId: "C1" }).rowKey;

  it("begins with the values of the leading properties", () => {
    expect(planOf(Order, c1, ["placedAt", "eq", at])).toEqual({
      filters: filtersOf(within.startsWith({ placedAt })),
      covered: ["customerId", "placedAt"],
    });
    expect(planOf(Order, c1, ["orderNo", "eq", 7])?.covered).toEqual(["customerId"]);
    expect(planOf(Order, c1, ["placedAt", "in", at])?.covered).toEqual(["customerId", "placedAt"]);
    expect(planOf(Order, c1, ["placedAt", "in", at, "2024-03-01T12:00:00Z"])?.covered).toEqual(["customerId"]);
  });

  it.each(["ge", "gt", "le", "lt"] as const)("ends at the bounds of the next property: %s", (operator) => {
    expect(planOf(Order, c1, ["placedAt", operator, at])).toEqual({
      filters: filtersOf(within.between({ placedAt: { [operator]: placedAt } as never })),
      covered: ["customerId", "placedAt"],
    });
  });

  it("has both bounds, after the values of the leading properties", () => {
    const given: Given[] = [
      ["orderNo", "gt", 5],
      ["placedAt", "eq", at],
      ["orderNo", "le", 9],
    ];
    expect(planOf(Order, c1, ...given)).toEqual({
      filters: filtersOf(within.between({ placedAt, orderNo: { gt: 5, le: 9 } })),
      covered: ["customerId", "orderNo", "placedAt", "orderNo"],
    });
  });

  it("has no bounds where texts in the key are not in the order of the values", () => {
    const follows = service.entities(Follow).query({ follower: "a" });
    expect(planOf(Follow, ["follower", "eq", "a"], ["followed", "ge", "b"])).toEqual({
      filters: filtersOf(follows),
      covered: ["follower"],
    });
  });

  it("leaves a negative bound of a padded number to DuckDB", () => {
    const given = [c1, ["placedAt", "eq", at]] as const;
    expect(planOf(Order, ...given, ["orderNo", "ge", -1])).toEqual(planOf(Order, ...given));
  });
});

describe("a condition", () => {
  const texts = { text: "a", raw: "b", choice: "e", rawChoice: "x" };
  const id = "c9da6455-213d-42c9-9a79-3e9149a57833";
  const partition = { ...texts, id, flag: true, small: 1, smallAsc: 2, smallDesc: 3 };
  const numbers = { large: "1", largeAsc: "2", largeDesc: "3", number: "4", numberAsc: "5", numberDesc: "6" };
  const digits = { digits: "1", digitsAsc: "2", digitsDesc: "3" };
  const dates = { dateAsc: at, dateDesc: at, isoAsc: at, isoDesc: at, ticksAsc: at, ticksDesc: at };
  const row = { ...numbers, ...digits, ...dates };
  const equals = (values: Readonly<Record<string, ConstantJson>>) =>
    Object.entries(values).map(([column, value]): Given => [column, "eq", value]);

  it("is replaced by a key that determines the value, in every encoding", () => {
    const given = [...equals(partition), ...equals(row)];
    expect(planOf(Encoded, ...given)?.covered).toEqual(given.map(([column]) => column));
  });

  it.each(Object.keys(row))("is replaced by the bounds of a key in the order of the values: %s", (column) => {
    const index = Object.keys(row).indexOf(column);
    const value = Object.values(row)[index] ?? "";
    const given: Given[] = [...equals(partition), ...equals(row).slice(0, index), [column, "ge", value]];
    const plan = planOf(Encoded, ...given);
    expect(plan?.covered).toEqual(given.map(([name]) => name));
    expect(plan?.filters).not.toEqual(planOf(Encoded, ...given.slice(0, -1))?.filters);
  });

  it("stays where the key has only a part of the value", () => {
    const accounts = service.entities(Account);
    expect(planOf(Account, ["email", "eq", "A@b.c"], ["region", "eq", "eu"])).toEqual({
      filters: filtersOf(accounts.query({ email: "A@b.c" }).rowKey.startsWith({ region: "eu" })),
      covered: ["region"],
    });
  });

  it("stays, and gives a range, where the RowKey has only the year of the value", () => {
    const given: Given[] = [
      ["email", "eq", "A@b.c"],
      ["region", "eq", "eu"],
      ["plan", "eq", "Free"],
    ];
    const plan = planOf(Account, ...given, ["openedAt", "ge", "2024-02-29T12:00:00Z"]);
    expect(plan?.covered).toEqual(planOf(Account, ...given)?.covered);
    expect(plan?.filters).toEqual([expect.stringContaining("RowKey ge 'eu!free!2024'")]);
  });

  it("stays where the key has only a shard of the value", () => {
    const jobs = service.entities(Job).query({ id, name: "n" } as never).rowKey;
    const given: Given[] = [
      ["id", "eq", id],
      ["name", "eq", "n"],
    ];
    const plan = { filters: filtersOf(jobs.startsWith({ id } as never)), covered: ["id"] };
    expect(planOf(Job, ...given, ["number", "ge", 5])).toEqual(plan);
    expect(planOf(Job, ...given, ["number", "eq", 5])).toEqual({
      filters: filtersOf(jobs.startsWith({ id, number: 5 } as never)),
      covered: ["id"],
    });
  });
});
