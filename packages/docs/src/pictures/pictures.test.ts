import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pagesFolder } from "../blocks/code-blocks.js";
import { Order } from "../tables.gen/index.js";
import { drawEditor } from "./draw-editor.js";
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

describe("a picture of an editor", () => {
  const code = 'const order = await orders.get(key);\nconst total: bigint[] = [5n, "<&"]; // no text\n';
  const svg = drawEditor("Types", code, "order", "dark");

  it("shows the type of a name, and what the compiler says, below their lines", () => {
    const at = (text: string) => Number(new RegExp(`y="(\\d+)"[^>]*>[^\\n]*${text}`).exec(svg)?.[1]);
    const order = [
      " order = ",
      "const order: StoredOrder \\| undefined<",
      " total: ",
      "Type 'string' is not assignable",
    ];
    const places = order.map(at);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(places).size).toBe(4);
    expect(svg.match(/class="wave"/g)).toHaveLength(1);
  });

  it("escapes code, and colors its tokens", () => {
    expect(svg).toContain("&quot;&lt;&amp;&quot;</tspan>]; ");
    for (const text of ["const", "5n", "// no text"])
      expect(svg).toMatch(new RegExp(`<tspan fill="#\\w+">${text}</tspan>`));
  });

  it("refuses a name that the code does not have", () => {
    expect(() => drawEditor("Types", code, "orden", "dark")).toThrow("The code has no name orden.");
  });
});
