import { median } from "../measure/figures.js";
import { type Stub, startStub } from "../measure/processes.js";
import { pagesPerQuery } from "../workloads.js";
import { type Build, buildCommit, workingTree } from "./build-commit.js";
import { type AgainstRow, againstRows } from "./rows.js";
import { type Change, estimateRatio, judgeRatio, type Ratio } from "./verdict.js";

/** Result of one row. */
interface Finding {
  readonly row: AgainstRow;
  /** Undefined if the work failed in one of the builds, for example because the commit lacks a feature. */
  readonly ratio: Ratio | undefined;
  readonly change: Change | "not comparable";
}

interface Options {
  /** Number of pairs of new processes for each row. */
  readonly pairs: number;
  /** Text that the titles of the rows to compare contain. */
  readonly filter: string;
}

/**
 * Compares the working tree with a commit in pairs of new processes that take turns, and prints the ratio of the two costs with its
 * confidence interval. A row that seems to have changed is measured again, and only a change that shows twice is reported.
 * @returns whether no row got slower
 */
export async function compareBuilds(commit: string, { pairs, filter }: Options): Promise<boolean> {
  process.stderr.write(`Building ${commit} …\n`);
  const other = buildCommit(commit);
  const stub = await startStub(pagesPerQuery);
  const findings: Finding[] = [];
  try {
    for (const row of againstRows.filter(({ title }) => title.includes(filter))) {
      const finding = await compareRow(row, [workingTree, other], stub, pairs);
      process.stderr.write(`${describeFinding(finding)}\n`);
      findings.push(finding);
    }
  } finally {
    stub.stop();
    other.remove();
  }
  console.log(formatFindings(findings, other.name));
  return findings.every(({ change }) => change !== "slower");
}

type Builds = readonly [own: Build, other: Build];

async function compareRow(row: AgainstRow, builds: Builds, stub: Stub, pairs: number): Promise<Finding> {
  try {
    const first = await measureRatio(row, builds, stub, pairs);
    if (judgeRatio(first) === "same" || row.oftener === 0) return { row, ratio: first, change: judgeRatio(first) };
    const again = await measureRatio(row, builds, stub, pairs);
    const change = judgeRatio(first) === judgeRatio(again) ? judgeRatio(again) : "same";
    return { row, ratio: again, change };
  } catch (error) {
    process.stderr.write(`${row.title}: ${(error as Error).message}\n`);
    return { row, ratio: undefined, change: "not comparable" };
  }
}

async function measureRatio(row: AgainstRow, builds: Builds, stub: Stub, pairs: number): Promise<Ratio> {
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs * row.oftener; pair++) ratios.push(await measurePair(row, builds, stub, pair));
  if (row.oftener > 0) return estimateRatio(ratios);
  const ratio = await measurePair(row, builds, stub, 0);
  return { mean: ratio, low: ratio, high: ratio };
}

/** Starts both builds, lets them do the work in turn, and returns the median of the ratios of the rounds. */
async function measurePair(row: AgainstRow, builds: Builds, stub: Stub, pair: number): Promise<number> {
  const [own, other] = [await row.start(builds[0], stub), await row.start(builds[1], stub)];
  const ratios: number[] = [];
  try {
    for (let round = -row.warmUps; round < row.rounds; round++) {
      const costs = new Map<typeof own, number>();
      for (const contender of (round + pair) % 2 === 0 ? [own, other] : [other, own]) {
        costs.set(contender, await contender.run());
      }
      if (round >= 0) ratios.push((costs.get(own) as number) / (costs.get(other) as number));
    }
  } finally {
    own.stop?.();
    other.stop?.();
  }
  return median(ratios);
}

function describeFinding({ row, ratio, change }: Finding): string {
  return ratio === undefined ? `${row.title}: ${change}` : `${row.title}: ${formatRatio(ratio)} ${change}`;
}

function formatRatio({ mean, low, high }: Ratio): string {
  return low === high ? mean.toFixed(4) : `${mean.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
}

/** Formats the findings as a table, and a line that names what changed. */
function formatFindings(findings: readonly Finding[], name: string): string {
  const rows = findings.map(({ row, ratio, change }) => {
    const mark = change === "same" ? "" : change === "slower" ? "**slower**" : change;
    return `| ${row.title} | ${ratio === undefined ? "–" : formatRatio(ratio)} | ${mark} |`;
  });
  const slower = findings.filter(({ change }) => change === "slower").map(({ row }) => row.title.split(":")[0]);
  return [
    `| work | working tree ÷ ${name}, mean of the pairs and its interval of 99% | |`,
    "| --- | --- | --- |",
    ...rows,
    "",
    slower.length === 0 ? "Nothing got slower." : `Slower: ${slower.join(", ")}.`,
  ].join("\n");
}
