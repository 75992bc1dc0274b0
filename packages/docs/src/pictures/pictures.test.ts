import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { Order } from "../tables.gen/index.js";
import { drawPartitions } from "./draw-partition.js";
import { pictures } from "./pictures.js";

it.each([...pictures()])("%s is what `pnpm generate` writes", (name, svg) => {
  expect(readFileSync(`${pagesFolder}pictures/${name}`, "utf8")).toBe(svg);
});

describe("a picture of partitions", () => {
  const placedAt = [1, 9, 30].map((day) => new Date(Date.UTC(2026, 10, day)));
  const rows = placedAt.map((date, orderNo) => ({
    ...Order.key({ customerId: "C<1>", placedAt: date, orderNo }),
    caption: `order ${orderNo}`,
    read: orderNo === 1,
  }));
  const svg = drawPartitions("Orders", rows);

  it("shows rows in the order of their stored keys", () => {
    expect(svg.match(/order \d</g)).toEqual(["order 2<", "order 1<", "order 0<"]);
  });

  it("escapes keys, and highlights what a query reads", () => {
    expect(svg).toContain("PartitionKey cust!C&lt;1&gt;");
    expect(svg.match(/class="read"/g)).toHaveLength(1);
  });
});
