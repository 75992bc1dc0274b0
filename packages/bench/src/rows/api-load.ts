import { Pool } from "undici";
import { computeSpread, median, type Row, type RowSource } from "../measure/figures.js";
import { type Api, startApi, startStub, type Trouble } from "../measure/processes.js";

/** Number of clients of the API, each with one connection and one request at a time. */
const clients = 50;

const scenarios: readonly { readonly trouble: Trouble; readonly what: string; readonly requests: number }[] = [
  { trouble: "none", what: "", requests: 6000 },
  { trouble: "delayed", what: ", 5% of the service's responses a second late", requests: 2000 },
  { trouble: "dropped", what: ", 1% of the service's connections closed", requests: 2000 },
];

/** Throughput and latency of an HTTP API whose handlers make two gets and an insert. */
export const apiLoad: RowSource = {
  name: "api-load",
  async measure(times) {
    const rows: Row[] = [];
    for (const scenario of scenarios) rows.push(await measureScenario(scenario, times));
    return rows;
  },
};

async function measureScenario({ trouble, what, requests }: (typeof scenarios)[number], times: number): Promise<Row> {
  const stub = await startStub(1, 0, trouble);
  const apis = {
    baseline: await startApi("baseline", stub.endpoint, "visit"),
    ours: await startApi("tablewright", stub.endpoint, "visit"),
  };
  try {
    const loads = { baseline: [] as Load[], ours: [] as Load[] };
    for (let time = 0; time <= times; time++) {
      for (const name of ["baseline", "ours"] as const) {
        const load = await putLoad(apis[name], time === 0 ? requests / 4 : requests);
        if (time > 0) loads[name].push(load);
      }
    }
    return {
      what: `HTTP API of Fastify with two gets and an insert, ${clients} clients${what}: requests a second, p50, p99, p99 of the event loop's delay`,
      baseline: describe(loads.baseline),
      ours: describe(loads.ours),
    };
  } finally {
    for (const { stop } of [apis.baseline, apis.ours, stub]) stop();
  }
}

/** Results of sending requests to an API. Times are in milliseconds. */
interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly eventLoop: number;
  /** Number of requests that were answered with an error. */
  readonly failed: number;
}

async function putLoad(api: Api, requests: number): Promise<Load> {
  const pool = new Pool(api.endpoint, { connections: clients, pipelining: 1 });
  await api.eventLoopDelay();
  const times: number[] = [];
  let failed = 0;
  let next = 0;
  const started = performance.now();
  const client = async () => {
    while (next++ < requests) {
      const sent = performance.now();
      const { statusCode, body } = await pool.request({ method: "GET", path: "/" });
      await body.dump();
      times.push(performance.now() - sent);
      if (statusCode !== 200) failed++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  times.sort((one, other) => one - other);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return {
    perSecond: requests / seconds,
    p50: computeSpread(times).median,
    p99,
    eventLoop: await api.eventLoopDelay(),
    failed,
  };
}

function describe(loads: readonly Load[]): string {
  const of = (name: keyof Load) => median(loads.map((load) => load[name]));
  const failed = loads.reduce((sum, load) => sum + load.failed, 0);
  const failures = failed === 0 ? "" : `; ${failed} failed`;
  return `${of("perSecond").toFixed(0)}/s, ${of("p50").toFixed(0)} ms, ${of("p99").toFixed(0)} ms, ${of("eventLoop").toFixed(0)} ms${failures}`;
}
