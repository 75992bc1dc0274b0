import type { EntityClient, TableServiceClient } from "@tablewright/runtime";
import fc from "fast-check";
import { beforeAll, beforeEach, expect } from "vitest";
import { soakCount } from "../soak/soak-count.js";
import { Reading, type ReadingTypes, Session, Signal, Ticket } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";

const month = (n: number, milliseconds = 0) => new Date(Date.UTC(2025, n) + milliseconds);
const device = "d1";
const months = 24;

/** For each month its first and last millisecond, and two dates between. */
const moments = Array.from({ length: months }, (_, n) => [
  month(n),
  month(n, 86_400_000 * (1 + (n % 9))),
  month(n, 86_400_000 * 20 + n),
  month(n + 1, -1),
]).flat();
const ticksOf = (date: Date) => BigInt(date.getTime()) * 10_000n + 621_355_968_000_000_000n;

/** Bound of a range: the time of a row, the start of a month, or a time next to one of these. */
const moment = fc
  .tuple(fc.integer({ min: -2, max: months + 2 }), fc.constantFrom(0, 1, -1, 86_400_000 * 20, 1e9), fc.nat(months - 1))
  .map(([n, beside, row]) => (beside === 1e9 ? (moments[row * 4 + 1] as Date) : month(n, beside)));
const bounds = fc.record({
  from: moment,
  to: moment,
  lower: fc.constantFrom("ge", "gt"),
  upper: fc.constantFrom("lt", "le"),
});
type Bounds = typeof bounds extends fc.Arbitrary<infer B> ? B : never;

function isWithin(time: number, { from, to, lower, upper }: Bounds): boolean {
  const isAfter = lower === "ge" ? time >= from.getTime() : time > from.getTime();
  return isAfter && (upper === "le" ? time <= to.getTime() : time < to.getTime());
}

/** Counts the calendar months or years that the range overlaps. Uses only its bounds. */
function touched({ from, to, upper }: Bounds, numberOf: (date: Date) => number): number {
  const last = upper === "le" ? to : new Date(to.getTime() - 1);
  return Math.max(0, numberOf(last) - numberOf(from) + 1);
}
const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();

function rangeOf<T>({ from, to, lower, upper }: Bounds, form: (date: Date) => T) {
  const after = lower === "ge" ? { ge: form(from) } : { gt: form(from) };
  return { ...after, ...(upper === "le" ? { le: form(to) } : { lt: form(to) }) };
}

describeTargets("queries of many partitions", targets, ({ target, it }) => {
  let service: TableServiceClient;
  let readings: EntityClient<ReadingTypes>;
  let requests = 0;
  const year2025 = { ge: month(0), lt: month(12) };

  beforeAll(async () => {
    const counted = await target.start({ events: { onRequest: () => void requests++ } });
    ({ service } = counted);
    readings = service.entities(Reading);
    await service.createTables([Reading, Signal, Ticket]);
    await readings.bulk(moments.map((at, value) => ({ insert: { device, at, value } })));
    await readings.insert({ device: "other", at: month(3), value: 99 });
    const signals = moments.map((at, value) => ({ insert: { source: `s${value}`, at: ticksOf(at), value } }));
    await service.entities(Signal).bulk(signals);
    await service
      .entities(Ticket)
      .bulk(Array.from({ length: 60 }, (_, number) => ({ insert: { number, open: number % 3 === 0 } })));
    return () => counted.stop();
  });
  beforeEach(() => {
    requests = 0;
  });

  it("find exactly the rows of a range, with one request for each month", async () => {
    await fc.assert(
      fc.asyncProperty(bounds, fc.boolean(), fc.boolean(), async (range, isParallel, reverse) => {
        requests = 0;
        const partitions = { device, at: rangeOf(range, (date) => date) };
        const query = isParallel
          ? readings.queryPartitions(partitions, { parallel: 4, reverse })
          : readings.queryPartitions(partitions, { reverse });
        const found = await query.select("value").toArray();
        const expected = moments
          .map((at, value) => ({ at, value }))
          .filter(({ at }) => isWithin(at.getTime(), range))
          .sort((a, b) => (reverse ? 0 : monthOf(a.at) - monthOf(b.at)) || b.at.getTime() - a.at.getTime());
        const values = found.map(({ value }) => value);
        const order = (a: number, b: number) => a - b;
        if (isParallel || target.kind === "cosmos")
          expect(values.sort(order)).toEqual(expected.map(({ value }) => value).sort(order));
        else expect(values).toEqual(expected.map(({ value }) => value));
        expect(requests).toBeLessThanOrEqual(touched(range, monthOf));
        expect(query.explain().filters).toHaveLength(touched(range, monthOf));
      }),
      { numRuns: soakCount(target.name === "Azurite" ? 400 : 1_000), seed: 1 },
    );
  });

  it("find exactly the rows of a range in all shards of each year", async () => {
    await fc.assert(
      fc.asyncProperty(bounds, async (range) => {
        requests = 0;
        const query = service.entities(Signal).queryPartitions({ at: rangeOf(range, ticksOf) }, { parallel: 8 });
        const found = (await query.select("value").toArray()).map(({ value }) => value);
        const expected = [...moments.keys()].filter((value) => isWithin((moments[value] as Date).getTime(), range));
        expect(found.sort((a, b) => a - b)).toEqual(expected);
        expect(requests).toBeLessThanOrEqual(16 * touched(range, (date) => date.getUTCFullYear()));
      }),
      { numRuns: soakCount(200), seed: 2 },
    );
  });

  it("read all shards, the one of a value, or no more than they are asked for", async () => {
    const tickets = service.entities(Ticket);
    const all = await tickets.queryPartitions({}).toArray();
    expect(all.map(({ number }) => number).sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
    expect(requests).toBe(16);
    expect(await tickets.queryPartitions({}, { parallel: 5 }).where({ open: true }).count()).toBe(20);
    const one = tickets.queryPartitions({ number: 7 });
    expect(one.explain().filters).toEqual([`PartitionKey eq '${Ticket.key({ number: 7 }).partitionKey}'`]);
    requests = 0;
    expect(await tickets.queryPartitions({}).take(2).toArray()).toHaveLength(2);
    expect(requests).toBeLessThanOrEqual(3);
  });

  it("plan each partition, by the RowKey where it begins with the range", () => {
    const at = { ge: new Date("2025-01-15T00:00:00Z"), lt: new Date("2025-03-01T00:00:00Z") };
    const plan = readings.queryPartitions({ device, at }).where({ value: 5 }).explain();
    expect(plan).toMatchObject({ access: "partitions", comparisons: 4 });
    expect(plan.filters.map((filter) => filter.replace(/RowKey ge '\d+:?' and RowKey lt '\d+:?'/, "rows"))).toEqual([
      "PartitionKey eq 'd1!2025-01' and rows and value eq 5",
      "PartitionKey eq 'd1!2025-02' and rows and value eq 5",
    ]);
    const signals = service
      .entities(Signal)
      .queryPartitions({ source: "s1", at: { ge: ticksOf(month(0)), le: ticksOf(month(1)) } });
    expect(signals.explain().filters).toEqual([
      expect.stringMatching(
        /^PartitionKey eq '2025!\d\d' and at ge datetime'2025-01-01T00:00:00Z' and at le datetime'2025-02-01T00:00:00Z'$/,
      ),
    ]);
    expect(requests).toBe(0);
  });

  for (const reverse of [false, true]) {
    const pages = `are read row by row, page by page with cursors, and only as far as needed${reverse ? ", in reverse" : ""}`;
    it(pages, async () => {
      const query = readings.queryPartitions({ device, at: year2025 }, { reverse });
      const whole = (await query.toArray()).map(({ value }) => value);
      expect(whole).toHaveLength(48);
      const seen: number[] = [];
      for await (const { value } of query) seen.push(value);
      expect(seen).toEqual(whole);

      const paged: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await readings.queryPartitions({ device, at: year2025 }, { reverse }).page({ size: 3, cursor });
        paged.push(...page.items.map(({ value }) => value));
        ({ cursor } = page);
      } while (cursor !== undefined);
      expect(paged).toEqual(whole);

      const none = query.where({ value: -1 }).firstOrThrow();
      const first = reverse
        ? /^No row of table readings matches .*2025-12.*2025-10.* \| 9 more\.$/
        : /^No row of table readings matches .*2025-01.*2025-03.* \| 9 more\.$/;
      await expect(none).rejects.toThrow(first);
      requests = 0;
      expect((await query.first())?.value).toBe(whole[0]);
      expect(requests).toBe(1);
    });
  }

  it("refuse the cursor of another range, and pages in parallel", async () => {
    const { cursor } = await readings.queryPartitions({ device, at: year2025 }).page({ size: 3 });
    const other = readings.queryPartitions({ device, at: { ge: month(0), lt: month(11) } });
    await expect(other.page({ size: 3, cursor })).rejects.toMatchObject({ code: "query.invalid-cursor" });
    const reversed = readings.queryPartitions({ device, at: year2025 }, { reverse: true });
    await expect(reversed.page({ size: 3, cursor })).rejects.toMatchObject({ code: "query.invalid-cursor" });
    const parallel = readings.queryPartitions({ device, at: year2025 }, { parallel: 2 });
    await expect((parallel as typeof other).page()).rejects.toMatchObject({ code: "query.invalid-option" });
  });

  it("delete what they find", async () => {
    for (const day of [1, 40, 80]) await readings.insert({ device: "old", at: month(0, day * 86_400_000), value: day });
    const old = readings.queryPartitions({ device: "old", at: { ge: month(0), lt: month(2) } });
    expect(await readings.deleteWhere(old, { max: 9 })).toEqual({ deleted: 2, changed: 0 });
    expect(await readings.query({ device: "old", at: month(2) }).count()).toBe(1);
    expect(await old.count()).toBe(0);
  });

  it("refuse more partitions than maxPartitions before a request, and ranges without an end", () => {
    const decades = { ge: new Date("1990-01-01T00:00:00Z"), lt: new Date("2090-01-01T00:00:00Z") };
    expect(() => readings.queryPartitions({ device, at: decades })).toThrow(
      expect.objectContaining({
        code: "query.too-many-partitions",
        message:
          "The query reads 1200 partitions of Reading; the limit is 1000. Narrow the range, or raise maxPartitions.",
      }),
    );
    expect(readings.queryPartitions({ device, at: decades }, { maxPartitions: 1200 }).explain().filters).toHaveLength(
      1200,
    );
    expect(() => readings.queryPartitions({ device, at: year2025 }, { maxPartitions: 11 })).toThrow(
      /reads 12 partitions/,
    );
    const wrong: [object, string][] = [
      [{ device }, "value.missing"],
      [{ device, at: { ge: month(0) } }, "query.empty-condition"],
      [{ device, at: { ge: month(0), gt: month(0), lt: month(1) } }, "query.invalid-option"],
      [{ device, at: { ge: month(0), lt: undefined } }, "query.undefined-value"],
      [{ device, at: { between: [month(0), month(1)] } }, "query.unknown-operator"],
      [{ device, at: { ge: new Date(Number.NaN), lt: month(1) } }, "value.out-of-range"],
      [{ device: { ge: "a", lt: "b" }, at: month(0) }, "query.invalid-option"],
      [{ device, at: undefined }, "query.undefined-value"],
      [{ device, at: year2025, vlaue: 5 }, "query.unknown-property"],
    ];
    for (const [partitions, code] of wrong) {
      expect(() => readings.queryPartitions(partitions as never)).toThrow(expect.objectContaining({ code }));
    }
    expect(() => readings.queryPartitions({ device, at: year2025 }, { parallel: 0 })).toThrow(
      "The option parallel of queryPartitions is 0",
    );
    // @ts-expect-error the range needs both ends
    expect(() => readings.queryPartitions({ device, at: { ge: month(0) } })).toThrow();
    // @ts-expect-error no part of its PartitionKey is derived
    expect(service.entities(Session).queryPartitions({ id: "x" }).explain().filters).toEqual(["PartitionKey eq 'x'"]);
    expect(requests).toBe(0);
  });
});
