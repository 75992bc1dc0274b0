import { readFileSync } from "node:fs";
import { Best, Employee, EmployeeByEmail, Order, OrderLine, Rank, Reading } from "../tables.gen/index.js";
import { drawEditor, type Theme } from "./draw-editor.js";
import { drawPartitions, type PicturedRow } from "./draw-partition.js";
import { drawSequence } from "./draw-sequence.js";
import { drawSteps } from "./draw-steps.js";
import { accessSteps, commandSteps, deploymentSteps, lateWrite, lostResponse } from "./stories.js";

/** Draws the pictures of the pages, by file name. Generated classes build the keys of the pictured rows. */
export function pictures(): ReadonlyMap<string, string> {
  const shop = shopRows();
  const november = shop.map((row) => ({ ...row, read: row.caption.includes("Nov") }));
  return new Map([
    ["shop-partition.svg", drawPartitions("A customer's partition", shop)],
    ["row-range.svg", drawPartitions("The rows that a query of November reads", november)],
    ["time-buckets.svg", drawPartitions("A device's readings, a partition for each month", readingRows())],
    ...(["light", "dark"] as const).flatMap(editors),
    ["index-rows.svg", drawPartitions("A company's employees, and the rows of the index byEmail", employeeRows())],
    ["commands.svg", drawSteps("What the four commands write", commandSteps)],
    ["deployment-order.svg", drawSteps("The order of a deployment that moves rows", deploymentSteps)],
    ["access.svg", drawSteps("From the identity of an app to the rows of an account", accessSteps)],
    ["lost-response.svg", drawSequence("An insert whose response was lost", ["client", "service"], lostResponse)],
    ["late-write.svg", drawSequence("An attempt that arrives late", ["client", "network", "service"], lateWrite)],
    ["leaderboard.svg", drawPartitions("A game's best scores and ranks", gameRows())],
  ]);
}

/** Definition and program of the first screen. A wide screen shows them side by side. */
function editors(theme: Theme): [string, string][] {
  const definition = drawEditor(
    {
      title: "A definition of an entity",
      file: "tables/telemetry.table.ts",
      code: withoutComments(readFileSync(new URL("../../tables/telemetry.table.ts", import.meta.url), "utf8")),
      before: 'import { edm, entity } from "tablewright";\n',
    },
    theme,
  );
  const program = drawEditor(
    {
      title: "The properties that the compiler offers, and a name that it refuses",
      file: "program.ts",
      code: calls,
      before: beforeCalls,
      completed: "console.log(reading.",
    },
    theme,
  );
  return [
    [`definition-${theme}.svg`, definition],
    [`program-${theme}.svg`, program],
  ];
}

const beforeCalls = `import { service } from "./prelude.js";
import { Reading } from "./tables.gen/index.js";
const readings = service.entities(Reading);
const key = { deviceId: "d1", at: new Date() };
`;

const calls = `const reading = await readings.getOrThrow(key);
console.log(reading.celsius);
await readings.merge(key, { celsus: 21 },
  { ifMatch: reading.$etag });
`;

/** Returns the definitions of a file without its imports and comments. */
function withoutComments(text: string): string {
  return text.replaceAll(/^(?:import .*|\/\*\*.*)\n+/gm, "").replaceAll(/ *\/\/.*/g, "");
}

function shopRows(): PicturedRow[] {
  const customerId = "C1";
  const orders = [
    { orderNo: 7, placedAt: new Date("2026-10-30T09:00:00Z"), day: "30 Oct" },
    { orderNo: 8, placedAt: new Date("2026-11-02T12:00:00Z"), day: "2 Nov" },
    { orderNo: 9, placedAt: new Date("2026-11-21T12:00:00Z"), day: "21 Nov" },
  ];
  const lines = [1, 2].map((lineNo) => ({ orderNo: 9, lineNo }));
  return [
    ...orders.map(({ orderNo, placedAt, day }) => ({
      ...Order.key({ customerId, placedAt, orderNo }),
      caption: `order ${orderNo} of ${day}`,
    })),
    ...lines.map(({ orderNo, lineNo }) => ({
      ...OrderLine.key({ customerId, orderNo, lineNo }),
      caption: `line ${lineNo} of order ${orderNo}`,
    })),
  ];
}

function employeeRows(): PicturedRow[] {
  const employees = [
    { companyId: "C1", employeeId: "E1", email: "Ann@example.org" },
    { companyId: "C1", employeeId: "E2", email: "bob@example.org" },
  ];
  return employees.flatMap((employee) => [
    { ...Employee.key(employee), caption: `entity: ${employee.email}` },
    { ...EmployeeByEmail.key(employee), caption: `index row, names ${employee.employeeId}`, read: true },
  ]);
}

function readingRows(): PicturedRow[] {
  const moments = ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02"];
  return moments.map((day) => ({ ...Reading.key({ deviceId: "d1", at: new Date(day) }), caption: day }));
}

function gameRows(): PicturedRow[] {
  const scores = { ann: 1600, bob: 1500, cem: 900 };
  return Object.entries(scores).flatMap(([playerId, score]) => {
    const player = { game: "chess", playerId };
    return [
      { ...Best.key(player), caption: `best of ${playerId}: ${score}` },
      { ...Rank.key({ ...player, score }), caption: `${score} by ${playerId}` },
    ];
  });
}
