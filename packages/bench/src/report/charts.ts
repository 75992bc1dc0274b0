import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import type { ComparisonFigures, Results } from "./results.js";

export interface Chart {
  readonly name: string;
  readonly svg: string;
}

type Theme = "light" | "dark";

const ink = { light: "#1f2328", dark: "#e6edf3" } as const;
const grid = { light: "#d1d9e0", dark: "#3d444d" } as const;
/** Size of all text, in pixels. Pages show a chart in its own size, so it must fit a column of text. */
const fontSize = 13;
const colours = { light: ["#0969da", "#bf8700"], dark: ["#4493f8", "#d29922"] } as const;

/** Draws each chart for light and dark pages: the ratios of the first table, and the model of `scale.md` with its measured costs. */
export async function charts({ comparisons }: Results): Promise<readonly Chart[]> {
  const specs = { ratios: ratios(comparisons), scale: scale(comparisons) };
  const drawn: Chart[] = [];
  for (const [name, spec] of Object.entries(specs)) {
    for (const theme of ["light", "dark"] as const) {
      drawn.push({ name: `${name}-${theme}`, svg: await draw(spec, theme) });
    }
  }
  return drawn;
}

function draw(spec: TopLevelSpec, theme: Theme): Promise<string> {
  const sizes = { labelFontSize: fontSize, titleFontSize: fontSize };
  const text = { labelColor: ink[theme], titleColor: ink[theme], ...sizes };
  const config = {
    background: "transparent",
    font: "system-ui, sans-serif",
    axis: { ...text, gridColor: grid[theme], domainColor: grid[theme], tickColor: grid[theme], labelLimit: 300 },
    legend: { ...text, orient: "top", titleLimit: 300 } as const,
    title: { color: ink[theme], fontSize: fontSize + 1 },
    header: text,
    rule: { color: ink[theme] },
    range: { category: [...colours[theme]] },
    view: { stroke: null },
  };
  return new View(parse(compile(spec, { config }).spec), { renderer: "none" }).toSVG();
}

/** Draws bars with their quartiles, and a line for each budget. */
function ratios(comparisons: readonly ComparisonFigures[]): TopLevelSpec {
  const baseline = "@azure/data-tables ÷ Tablewright (more is better)";
  const byHand = "Tablewright ÷ written by hand (less is better)";
  const values = comparisons.flatMap(({ title, subject, baselineOverOurs, oursOverByHand, atLeast, atMost }) => [
    { title: shorten(title), subject, of: baseline, ...baselineOverOurs, budget: atLeast },
    { title: shorten(title), subject, of: byHand, ...oursOverByHand, budget: atMost },
  ]);
  const y = { field: "title", type: "nominal", sort: null, title: null } as const;
  const yOffset = { field: "subject" } as const;
  const x = { type: "quantitative", title: null } as const;
  const part = (of: string) => ({
    title: of,
    transform: [{ filter: { field: "of", equal: of } }],
    width: 230,
    height: { step: 12 },
    layer: [
      {
        mark: "bar" as const,
        encoding: { y, yOffset, x: { ...x, field: "median" }, color: { field: "subject", title: null } },
      },
      { mark: "rule" as const, encoding: { y, yOffset, x: { ...x, field: "q1" }, x2: { field: "q3" } } },
      { mark: { type: "tick" as const, thickness: 2, height: 20 }, encoding: { y, x: { ...x, field: "budget" } } },
    ],
  });
  return { data: { values }, vconcat: [part(baseline), part(byHand)] };
}

/** Says in words how many calls go on at a time, and leaves out what is clear from the other rows. */
function shorten(title: string): string {
  return title
    .replace(/, concurrency (\d+)/, (_, count) => (count === "1" ? ", one at a time" : `, ${count} at a time`))
    .replace(/ of a process$|(, 100 pages × 1,000)?(, by row)?$/, "")
    .replace("of 100,000 ", "of ")
    .replace(/(transactions?) of 100\b/, "$1");
}

/** Draws the number of entities per second by latency and requests in flight, computed by the model from the measured cost of an entity. */
function scale(comparisons: readonly ComparisonFigures[]): TopLevelSpec {
  const latencies = Array.from({ length: 41 }, (_, n) => 10 ** (n / 20));
  const kinds = [
    { work: "query", title: "scan, pages of 1,000", entities: 1000 },
    { work: "bulk", title: "bulk, requests of 100", entities: 100 },
  ];
  const values = kinds.flatMap(({ work, title, entities }) => {
    const microseconds = comparisons.find(({ name, subject }) => name === work && subject === "reading")?.wall.ours;
    const thread = 1_000_000 / (microseconds?.median ?? Number.NaN);
    return [1, 4, 16, 64].flatMap((underWay) =>
      latencies.map((ms) => ({ title, underWay, ms, rate: Math.min((underWay * entities * 1000) / ms, thread) })),
    );
  });
  return {
    data: { values },
    facet: { field: "title", type: "nominal", title: null },
    columns: 1,
    spec: {
      width: 500,
      height: 200,
      mark: "line",
      encoding: {
        x: { field: "ms", type: "quantitative", scale: { type: "log" }, title: "from request to response, ms" },
        y: { field: "rate", type: "quantitative", title: "entities a second" },
        color: { field: "underWay", type: "ordinal", title: "requests under way", scale: { scheme: "viridis" } },
      },
    },
  };
}
