import type { Message } from "./draw-sequence.js";
import type { Step } from "./draw-steps.js";

/** Commands of the page Start, and the files that each writes. */
export const commandSteps: readonly Step[] = [
  { title: "npm i @tablewright/runtime", lines: ["node_modules, the only production dependency"] },
  { title: "npm i -D tablewright …", lines: ["node_modules: the command and the generator, for development"] },
  {
    title: "npx tablewright init",
    lines: [
      "tablewright.config.ts    where definitions and classes are",
      "tables/shop.table.ts     a first definition: change it to yours",
      "tsconfig.json            for editors and type checks",
      "tsconfig.build.json      for the build",
      "package.json             scripts",
    ],
  },
  {
    title: "npx tablewright generate",
    lines: [
      "src/tables.gen/*.ts      a class for each definition: commit it",
      "tablewright.lock.json    what stored rows look like: commit it",
    ],
  },
];

export const deploymentSteps: readonly Step[] = [
  { title: "1  Stop the programs of the former definition", lines: ["or all that write"] },
  {
    title: "2  Save the table",
    lines: ["npx tablewright export Users --out before.ndjson"],
    arrow: "back: import this file",
  },
  { title: "3  Move the rows", lines: ["npx tablewright migrate User"], arrow: "again, until it exits with 0" },
  { title: "4  Deploy the new definition", lines: ["it finds every row"] },
];

export const accessSteps: readonly Step[] = [
  {
    title: "identity",
    lines: ["the managed identity of your app, or you after az login"],
    arrow: "az role assignment create",
  },
  { title: "role", lines: ["Storage Table Data Contributor: reads and writes rows"], arrow: "--scope" },
  { title: "account", lines: ["its tables, for every request with a token of the identity"] },
];

export const lostResponse: readonly Message[] = [
  { from: 0, to: 1, text: "insert order 7" },
  { from: 1, text: "stores the row" },
  { from: 1, to: 0, text: "201 Created", lost: true },
  { from: 0, to: 1, text: "reads the row back" },
  { from: 1, to: 0, text: "the row, as the insert leaves it" },
  { from: 0, text: "success, not a conflict" },
];

export const lateWrite: readonly Message[] = [
  { from: 0, to: 1, text: "upsert total: 10" },
  { from: 1, text: "holds it" },
  { from: 0, to: 2, text: "upsert total: 10, second attempt" },
  { from: 2, to: 0, text: "204" },
  { from: 0, to: 2, text: "upsert total: 20" },
  { from: 1, to: 2, text: "total: 10 arrives late", trouble: true },
  { from: 2, text: "total is 10 again", trouble: true },
  { from: 0, text: "with an ETag: 412, total stays 20" },
];
