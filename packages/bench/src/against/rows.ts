import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPath, runProgram, type Stub, startWorker } from "../measure/processes.js";
import { account, accountKey, type SubjectName, subjects } from "../subjects/subjects.js";
import { type Workload, workloads } from "../workloads.js";
import type { Build } from "./build-commit.js";

/** One build at one kind of work. */
export interface Contender {
  /** Does the work once, and returns its cost: CPU time in microseconds, or a size. */
  run(): Promise<number>;
  stop?(): void;
}

/** Row of the comparison of two builds. */
export interface AgainstRow {
  readonly title: string;
  /** Number of times that both builds do the work in turn. The ratio of a pair is the median of the ratios of these rounds. */
  readonly rounds: number;
  /** Number of warm-up rounds, which come first and are not counted. */
  readonly warmUps: number;
  /** Factor by which the row takes more pairs than other rows. 0 means one pair, which is enough if the cost is the same each time. */
  readonly oftener: number;
  start(build: Build, stub: Stub): Promise<Contender>;
}

/** Row of a workload in a process that has warmed up, or in a new process if the workload measures the start. */
function workloadRow(workload: Workload, subject: SubjectName): AgainstRow {
  const { name, isFirst } = workload;
  const title = `${name} ${subject}: ${workload.title}`;
  if (isFirst) return programRow(title, "run-workload", ({ endpoint }) => ["tablewright", endpoint, subject, name]);
  return {
    title,
    rounds: 5,
    warmUps: 2,
    oftener: 1,
    async start({ dist }, { endpoint }) {
      const worker = await startWorker("tablewright", endpoint, subject, dist);
      return { run: async () => (await worker.run(name)).cpuUs, stop: () => worker.stop() };
    },
  };
}

/** Row of a program that runs in a new process each time. */
function programRow(title: string, program: string, args: (stub: Stub) => readonly string[], oftener = 1): AgainstRow {
  return {
    title,
    rounds: 1,
    warmUps: 0,
    oftener,
    start: async ({ dist }, stub) => ({
      run: async () => (await runProgram(programPath(program, dist), args(stub))).cpuUs,
    }),
  };
}

type Products = typeof import("./products.js");

/** Row of a product that a build makes with its own modules, such as a bundle. */
function productRow(title: string, oftener: number, measure: (products: Products) => Promise<number>): AgainstRow {
  return {
    title,
    rounds: 1,
    warmUps: 0,
    oftener,
    async start(build) {
      const products = await importProducts(build);
      return { run: () => measure(products) };
    },
  };
}

function importProducts({ dist }: Build): Promise<Products> {
  return import(new URL("against/products.js", dist).href) as Promise<Products>;
}

/** Row of a whole process that reads one entity. The process runs a bundle of one file. */
const bundledFirstGet: AgainstRow = {
  title: "first-get: whole process with one get, a bundle of one file",
  rounds: 4,
  warmUps: 1,
  oftener: 1,
  async start(build, { endpoint }) {
    const folder = mkdtempSync(join(tmpdir(), "first-get-"));
    const bundle = await (await importProducts(build)).bundleFirstGet(folder);
    return {
      run: async () => (await runProgram(bundle, [endpoint, account, accountKey])).cpuUs,
      stop: () => rmSync(folder, { recursive: true }),
    };
  },
};

const subjectNames = Object.keys(subjects) as SubjectName[];

export const againstRows: readonly AgainstRow[] = [
  ...workloads.flatMap((workload) => subjectNames.map((subject) => workloadRow(workload, subject))),
  ...subjectNames.map((subject) =>
    programRow(`decode ${subject}: a million rows of a query, in process`, "query-in-process", () => [subject]),
  ),
  programRow("encode: 50,000 transactions of two inserts, in process", "insert-in-process", () => ["by-hand"]),
  programRow("encode-indexed: 50,000 inserts with an index, in process", "insert-in-process", () => ["indexed"]),
  programRow("import: whole process that loads the package", "import-package", () => ["@tablewright/runtime"], 4),
  programRow(
    "first-get: whole process with one get, packages",
    "first-get",
    ({ endpoint }) => [endpoint, account, accountKey],
    4,
  ),
  bundledFirstGet,
  productRow(
    "generate: 300 definitions of 12 properties, cold",
    1,
    async ({ generateCold }) => (await generateCold()).cpuUs,
  ),
  productRow(
    "types: TypeScript 6 on 50 entities, CPU",
    1,
    async ({ compileApplication }) => (await compileApplication()).seconds,
  ),
  productRow(
    "types: TypeScript 6 on 50 entities, instantiations",
    0,
    async ({ compileApplication }) => (await compileApplication()).instantiations,
  ),
  productRow("bundle: an application in one file, bytes", 0, ({ bundledBytes }) => bundledBytes()),
  productRow("bundle: the same without undici, bytes", 0, ({ bundledBytes }) => bundledBytes("node-transport")),
  productRow("bundle: the same by fetch, bytes", 0, ({ bundledBytes }) => bundledBytes("fetch-transport")),
];
