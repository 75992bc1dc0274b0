import type { TableServiceClient } from "@tablewright/runtime";
import { edm } from "@tablewright/runtime/edm";
import fc from "fast-check";
import { beforeAll, expect } from "vitest";
import { ticksOf } from "../../../runtime/src/codec/edm/exact-date.js";
import {
  anyBytes,
  anyDate,
  anyDouble,
  anyGuid,
  anyInt32,
  anyInt64,
  anyString,
} from "../../../runtime/src/test/arbitraries.js";
import { soakCount } from "../soak/soak-count.js";
import { EveryForm, type EveryFormInit } from "../tables.gen/index.js";
import { describeTargets } from "../targets/describe-targets.js";
import { echo } from "../targets/echo.js";
import { azurite, strict } from "../targets/targets.js";
import { anyDoubleBits, anyForm } from "./any-form.js";

const key = { partition: "p", row: "r" };
const id = { partitionKey: "p", rowKey: "r" };

/** Returns the values that must be the same after a round trip: dates to 100 ns, JSON as its text. */
function comparable(values: Partial<EveryFormInit>): object {
  const { text, choice, flag, small, large, largeNumber, largeText, ratio, atIso, atTicks, guid } = values;
  return {
    ...{ text, choice, flag, small, large, largeNumber, largeText, ratio, atIso, atTicks, guid },
    document: JSON.stringify(values.document),
    at: values.at && ticksOf(values.at),
    bytes: values.bytes && [...values.bytes],
  };
}

describeTargets("round trips", [azurite, strict, echo], ({ target, running, it }) => {
  const negativeZero = target !== azurite;
  const runs = (full: number) => ({ numRuns: soakCount(full), seed: 20_241_120 });
  let service: TableServiceClient;

  beforeAll(async () => {
    service = running().service;
    if (target === echo) return;
    await service.createTables([EveryForm]);
    await service.tables.create("rows");
  });

  it("of every form of every Edm type give the same values, by every way of reading", async () => {
    const forms = service.entities(EveryForm);
    const query = forms.query(key);
    await fc.assert(
      fc.asyncProperty(anyForm({ negativeZero }), async (values) => {
        await forms.insertOrReplace({ ...key, ...values });
        const read = await forms.getOrThrow(key);
        const found = [read, await query.firstOrThrow(), await query.metadata("none").firstOrThrow()];
        for (const row of found) expect(row).toMatchObject(key);
        for (const row of found) expect(comparable(row)).toEqual(comparable(values));
        await forms.replace(read, { ifMatch: read.$etag });
        const again = await forms.getOrThrow(key);
        expect(JSON.stringify(again)).toBe(JSON.stringify(read));
      }),
      runs(4_000),
    );
  });

  it("of rows without a definition give the same values and Edm types", async () => {
    const rows = service.table("rows");
    const anyRow = fc.record({
      s: anyString.map(edm.string),
      b: fc.boolean().map(edm.boolean),
      i: anyInt32.map(edm.int32),
      l: anyInt64.map(edm.int64),
      d: anyDouble.map((value) => edm.double(negativeZero || value !== 0 ? value : 0)),
      t: anyDate.map(edm.dateTime),
      g: anyGuid.map(edm.guid),
      x: anyBytes.map((bytes) => edm.binary(new Uint8Array(bytes))),
    });
    await fc.assert(
      fc.asyncProperty(anyRow, async (properties) => {
        await rows.insertOrReplace({ ...id, properties });
        const read = await rows.getOrThrow(id);
        expect({ ...read.properties }).toEqual(properties);
        expect(ticksOf(read.properties["t"]?.value as Date)).toBe(ticksOf(properties.t.value as Date));
      }),
      runs(4_000),
    );
  });

  it("of every byte and of long strings give the same values", async () => {
    const forms = service.entities(EveryForm);
    const bytes = Uint8Array.from({ length: 65_536 }, (_, index) => (index * 31 + (index >> 8)) & 255);
    const text = "'\"\\\n\u0000\u001f\u007f\u0085\u2028é漢😀\ue000\uffff".repeat(2_000);
    expect(text.length).toBeLessThanOrEqual(32_768);
    await forms.insertOrReplace({ ...key, bytes });
    expect((await forms.getOrThrow(key)).bytes).toEqual(bytes);
    await forms.insertOrReplace({ ...key, text });
    expect((await forms.getOrThrow(key)).text).toBe(text);
  });

  if (negativeZero) {
    it("of doubles give the same bits, whatever they are", async () => {
      const rows = service.table("rows");
      const anyDoubles = fc.array(anyDoubleBits, { minLength: 200, maxLength: 200 });
      await fc.assert(
        fc.asyncProperty(anyDoubles, async (doubles) => {
          const all = [-0, 0, Number.MIN_VALUE, -Number.MAX_VALUE, Number.NaN, 5, 1e21, ...doubles];
          const properties = Object.fromEntries(all.map((value, index) => [`d${index}`, edm.double(value)]));
          await rows.insertOrReplace({ ...id, properties });
          const read = await rows.getOrThrow(id);
          for (const [index, value] of all.entries()) expect(read.properties[`d${index}`]).toEqual(edm.double(value));
        }),
        runs(1_000),
      );
    });
  }
});
