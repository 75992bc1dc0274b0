import type { TableRow } from "@tablewright/runtime";
import { ExactDate, edm } from "@tablewright/runtime/edm";
import fc from "fast-check";
import { expect } from "vitest";
import { describeTargets } from "../targets/describe-targets.js";
import { strict } from "../targets/targets.js";
import { buildProgram } from "./program.js";

type Stored = TableRow["properties"][string];

/** Property that rows store under two names and in several types. */
interface Subject {
  readonly name: string;
  readonly definition: string;
  /** Names in the order in which they are read. */
  readonly names: readonly string[];
  readonly stored: fc.Arbitrary<Stored>;
  readonly bound: fc.Arbitrary<unknown>;
}

const small = fc.integer({ min: -3, max: 3 });
const extreme = fc.constantFrom(-(2 ** 31), 2 ** 31 - 1);
const wide = fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 2n ** 31n, -(2n ** 31n) - 1n, 5_000_000_000n);
const int32 = fc.oneof(small, small, extreme);
const int64 = fc.oneof(small.map(BigInt), wide);
/** Doubles to compare with whole numbers of both types. They are equal to such numbers, or between them. */
const double = fc.oneof(
  small.map((value) => value / 2),
  fc.constantFrom(2 ** 31, -(2 ** 31) - 0.5, 2 ** 53, 2 ** 63, -(2 ** 63), 1e300, -1e300),
);
const exactDouble = int64.filter((value) => BigInt(Number(value)) === value);
const ticks = fc.integer({ min: 0, max: 3 }).map((steps) => 638_506_480_891_230_000n + BigInt(steps) * 5_000n);
const date = ticks.map((value) => {
  const exact = ExactDate.fromTicks(value);
  return exact.remainder === 0 ? new Date(exact.getTime()) : exact;
});

const subjects: readonly Subject[] = [
  {
    name: "a Double that was an Int32 and an Int64",
    definition: 'n: edm.double({ reads: ["Edm.Int32", "Edm.Int64"] }).optional(),',
    names: ["n"],
    stored: fc.oneof(double.map(edm.double), int32.map(edm.int32), exactDouble.map(edm.int64)),
    bound: double,
  },
  {
    name: "a Double that rows of untyped programs store as an Int32 where it is whole",
    definition: 'n: edm.double({ reads: ["Edm.Int32"] }).optional(),',
    names: ["n"],
    stored: fc.oneof(
      double.map(edm.double),
      int32.map(edm.int32),
      fc.constantFrom(-Infinity, Infinity).map(edm.double),
    ),
    bound: double,
  },
  {
    name: "a Double that was an Int32 of another name",
    definition: 'n: edm.double({ formerly: ["m"], reads: ["Edm.Int32"] }).optional(),',
    names: ["n", "m"],
    stored: fc.oneof(double.map(edm.double), int32.map(edm.int32)),
    bound: double,
  },
  {
    name: "an Int64 that was an Int32, its former name kept",
    definition: 'n: edm.int64({ formerly: ["m"], keepFormer: true, reads: ["Edm.Int32"] }).optional(),',
    names: ["m", "n"],
    stored: fc.oneof(int32.map(edm.int32), int64.map(edm.int64)),
    bound: int64,
  },
  {
    name: "a DateTime that was a String",
    definition: 'n: edm.dateTime({ formerly: ["m"], reads: ["Edm.String"] }).optional(),',
    names: ["n", "m"],
    stored: fc.oneof(
      date.map(edm.dateTime),
      date.map((value) => edm.string(value.toISOString())),
    ),
    bound: date,
  },
];

const condition = (bound: fc.Arbitrary<unknown>) =>
  fc.oneof(
    fc.record({ eq: bound }),
    fc.record({ ne: bound }),
    fc.record({ in: fc.tuple(bound, bound) }),
    fc.record({ gt: bound }),
    fc.record({ ge: bound }),
    fc.record({ lt: bound }),
    fc.record({ le: bound }),
    fc.record({ between: fc.tuple(bound, bound) }),
    fc.record({ gt: bound, le: bound }),
    fc.record({ ne: bound, lt: bound }),
  );

describeTargets("conditions on earlier rows", [strict], ({ running, it }) => {
  for (const { name, definition, names, stored, bound } of subjects) {
    it(`find what is read: ${name}`, async () => {
      const { User } = buildProgram(definition);
      const { service } = running();
      const users = service.entities(User);
      const rows = service.table("Users");
      await service.tables.createIfNotExists("Users");
      const held = fc.record(Object.fromEntries(names.map((stores) => [stores, stored])), { requiredKeys: [] });
      await fc.assert(
        fc.asyncProperty(fc.array(held, { minLength: 1, maxLength: 12 }), condition(bound), async (all, where) => {
          fc.pre(users.query({}).where({ n: where }).explain().comparisons <= 15);
          await service.deletePartition(User.partition({}));
          for (const [index, properties] of all.entries()) {
            const userId = String(index).padStart(2, "0");
            const row = { kind: edm.string("user"), userId: edm.string(userId), ...properties };
            await rows.insert({
              partitionKey: "users",
              rowKey: `user!${userId}`,
              properties: row,
            });
          }
          const query = users.query({});
          const read = await query.toArray({ max: 99 });
          expect(read).toHaveLength(all.length);
          for (const [index, properties] of all.entries()) {
            const value = names.map((stores) => properties[stores]).find((held) => held !== undefined)?.value;
            expect(compare(read[index]?.["n"], value)).toBe(0);
          }
          const wanted = read.filter((user) => meets(user["n"], where)).map((user) => user["userId"]);
          const found = await query.where({ n: where }).toArray({ max: 99 });
          expect(found.map((user) => user["userId"])).toEqual(wanted);
          const others = await query.where({ $not: { n: where } }).count();
          expect(others).toBe(all.length - wanted.length);
        }),
        { numRuns: 300 },
      );
    });
  }
});

/** Evaluates the operators. A row that lacks the property meets none. */
function meets(value: unknown, where: Readonly<Record<string, unknown>>): boolean {
  if (value === undefined) return false;
  return Object.entries(where).every(([operator, operand]) => {
    const difference = (other: unknown) => compare(value, other);
    const list = operand as readonly unknown[];
    switch (operator) {
      case "eq":
        return difference(operand) === 0;
      case "ne":
        return difference(operand) !== 0;
      case "in":
        return list.some((other) => difference(other) === 0);
      case "between":
        return difference(list[0]) >= 0 && difference(list[1]) <= 0;
      case "gt":
        return difference(operand) > 0;
      case "ge":
        return difference(operand) >= 0;
      case "lt":
        return difference(operand) < 0;
      default:
        return difference(operand) <= 0;
    }
  });
}

function compare(one: unknown, other: unknown): number {
  const [a, b] = [comparable(one), comparable(other)] as [number, number];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Converts a number as it is, a date or its text to ticks. */
function comparable(value: unknown): unknown {
  if (typeof value === "string") return ExactDate.fromIso(value).ticks;
  if (!(value instanceof Date)) return value;
  return ExactDate.fromIso(value.toISOString()).ticks;
}
