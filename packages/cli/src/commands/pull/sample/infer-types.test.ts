import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { expect, it } from "vitest";
import { inferTypes } from "./infer-types.js";

it("the type of a property is that of most rows, or the widest of its integers and doubles", async () => {
  const service = createTableService();
  const typed = (type: string, value: unknown) => ({ type, value });
  const int = (value: number) => typed("Edm.Int32", value);
  const rows = [
    { whole: int(1), long: int(1), real: int(1), all: int(1), mixed: int(1), text: typed("Edm.String", "x") },
    { whole: int(1), long: int(1), real: int(1), all: int(1), mixed: int(2), text: typed("Edm.String", "y") },
    {
      long: typed("Edm.Int64", "5"),
      real: typed("Edm.Double", 0.5),
      all: typed("Edm.Int64", "5"),
      mixed: typed("Edm.String", "z"),
    },
    { long: typed("Edm.Int64", "5"), all: typed("Edm.Double", 0.5), text: int(3) },
    { skipped: int(1), whole: typed("Edm.String", "x") },
  ];
  service.importRows(
    rows.map((row, index) => {
      const members = Object.entries(row).flatMap(([name, { type, value }]) => [
        [`${name}@odata.type`, type],
        [name, value],
      ]);
      return JSON.stringify({ $table: "Shop", PartitionKey: "p", RowKey: `r${index}`, ...Object.fromEntries(members) });
    }),
  );
  await using client = TableServiceClient.fromConnectionString(service.connectionString, { transport: service });
  const { signal } = new AbortController();
  expect(await inferTypes(client.table("Shop"), signal, ({ rowKey }) => rowKey !== "r4")).toEqual({
    whole: "Edm.Int32",
    long: "Edm.Int64",
    real: "Edm.Double",
    all: "Edm.Int32",
    mixed: "Edm.Int32",
    text: "Edm.String",
  });
});
