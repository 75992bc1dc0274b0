import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runHere } from "../../../cli/src/test/run-here.js";
import { temporaryProject } from "../../../cli/src/test/temporary-project.js";
import { pagesFolder } from "../blocks/code-blocks.js";
import { Order } from "../tables.gen/index.js";
import { drawEditor } from "./draw-editor.js";
import { drawPartitions } from "./draw-partition.js";
import { drawSequence } from "./draw-sequence.js";
import { drawSteps } from "./draw-steps.js";
import { pictures } from "./pictures.js";
import { commandSteps } from "./stories.js";

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

it("shows text of at least 12 px in every picture", () => {
  for (const [name, svg] of pictures()) {
    const sizes = [...svg.matchAll(/font(?:-size)?:(?:\d+ )?(\d+)px/g)].map(([, size]) => Number(size));
    expect(Math.min(...sizes), name).toBeGreaterThanOrEqual(12);
  }
});

describe("a picture of steps", () => {
  const svg = drawSteps("Steps", [
    { title: "one", lines: ["a < b"], arrow: "then" },
    { title: "two", lines: [] },
  ]);
  const heightOf = (text: string) => Number(new RegExp(`y="(\\d+)"[^>]*>${text}<`).exec(svg)?.[1]);

  it("shows the steps below each other, and what an arrow says between them", () => {
    const heights = ["one", "a &lt; b", "then", "two"].map(heightOf);
    expect(heights).toEqual([...heights].sort((a, b) => a - b));
    expect(new Set(heights).size).toBe(4);
  });

  it("names the files that the commands of the page Start write", async () => {
    const project = temporaryProject({ "package.json": '{ "type": "module" }' });
    const named = (at: number) => commandSteps[at]?.lines.map((line) => line.split(" ")[0] ?? "").sort();
    await runHere(project.root, "init");
    const written = project.list();
    expect(named(2)).toEqual(written);
    await runHere(project.root, "generate");
    const generated = project.list().filter((path) => !written.includes(path));
    expect([...new Set(generated.map((path) => path.replace(/^(src\/tables\.gen\/).*/, "$1*.ts")))]).toEqual(named(3));
  });
});

describe("a picture of messages", () => {
  const svg = drawSequence(
    "Messages",
    ["client", "service"],
    [
      { from: 0, to: 1, text: "get <order>" },
      { from: 1, to: 0, text: "200", lost: true },
      { from: 0, text: "waits" },
    ],
  );

  it("draws an arrow for each message, and ends a lost one before its target", () => {
    const [sent, lost] = [...svg.matchAll(/d="M(\d+) \d+H(\d+)"/g)].map(([, from, to]) => [Number(from), Number(to)]);
    expect(lost?.[0]).toBe(sent?.[1]);
    expect(lost?.[1]).toBeGreaterThan(sent?.[0] ?? 0);
    expect(svg).toContain("get &lt;order&gt;");
  });
});

describe("a picture of an editor", () => {
  const code = 'const order = await orders.get(key);\nconst total: bigint[] = [5n, "<&"]; // no text\n';
  const pictured = { title: "Types", file: "a.ts", code, hovered: "order" };
  const svg = drawEditor(pictured, "dark");

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

  it("lists the members that the compiler offers, and highlights the chosen one", () => {
    const before = "declare const one: { readonly first: number; readonly second: string };\n";
    const members = drawEditor(
      { title: "Members", file: "a.ts", code: "one.second;\n", before, completed: "one." },
      "light",
    );
    expect([...members.matchAll(/class="member"[^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
      "first   number",
      "second  string",
    ]);
    expect(members.match(/class="chosen"/g)).toHaveLength(1);
    expect(members).not.toContain("declare");
  });

  it("leaves a property plain whose name is a keyword", () => {
    const property = drawEditor({ title: "A property", file: "a.ts", code: "orders.delete;\n" }, "light");
    expect(property).not.toContain("tspan");
  });

  it("refuses a name that the code does not have", () => {
    expect(() => drawEditor({ ...pictured, hovered: "orden" }, "dark")).toThrow("The code has no name orden.");
  });
});
