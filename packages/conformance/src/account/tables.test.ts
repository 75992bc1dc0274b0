import type { TableServiceClient } from "@tablewright/runtime";
import { ExactDate, edm } from "@tablewright/runtime/edm";
import { beforeAll, expect } from "vitest";
import { describeTargets } from "../targets/describe-targets.js";
import { targets } from "../targets/targets.js";

describeTargets("tables", targets, ({ running, it }) => {
  let service: TableServiceClient;
  beforeAll(() => {
    service = running().service;
  });

  it("lists 1,100 tables, each once, over two pages", async () => {
    const names = Array.from({ length: 1100 }, (_, index) => `many${String(index).padStart(4, "0")}`);
    for (let start = 0; start < names.length; start += 100) {
      await Promise.all(names.slice(start, start + 100).map((name) => service.tables.create(name)));
    }
    const before = service.metrics().requests;
    const listed: string[] = [];
    for await (const name of service.tables.list()) listed.push(name);
    expect(listed.sort()).toEqual(names);
    expect(service.metrics().requests - before).toBe(2);
    const some: string[] = [];
    for await (const name of service.tables.list({ prefix: "many010" })) some.push(name);
    expect(some.sort()).toEqual(names.slice(100, 110));
  });

  it("round-trips every Edm type in rows without a definition", async () => {
    await service.tables.create("plain");
    const table = service.table("plain");
    const row = {
      partitionKey: "p",
      rowKey: "r",
      properties: {
        text: edm.string("o'brien \u{1f600}"),
        empty: edm.string(""),
        flag: edm.boolean(false),
        small: edm.int32(-2147483648),
        large: edm.int64(9223372036854775807n),
        whole: edm.double(5),
        fraction: edm.double(-0.1),
        none: edm.double(Number.NaN),
        endless: edm.double(Number.NEGATIVE_INFINITY),
        when: edm.dateTime(new Date("1601-01-01T00:00:00.123Z")),
        exact: edm.dateTime(ExactDate.fromTicks(637709048217166246n)),
        ref: edm.guid("c9da6455-213d-42c9-9a79-3e9149a57833"),
        bytes: edm.binary(new Uint8Array([0, 1, 254, 255])),
      },
    };
    await table.insert(row);
    expect((await table.getOrThrow(row)).properties).toEqual(row.properties);
    await table.merge(row, { small: edm.int32(1) }, { ifMatch: "*" });
    expect((await table.getOrThrow(row)).properties).toEqual({ ...row.properties, small: edm.int32(1) });
  });
});
