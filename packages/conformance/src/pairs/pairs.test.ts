import type { HttpRequest, HttpResponse, Transport } from "@tablewright/runtime";
import { describe, expect, it } from "vitest";
import { definitionFactors } from "./drawn-entity.js";
import { type Lab, startAzuriteLab, startLaggingLab, startStrictLab } from "./lab.js";
import { coverCalls, drawEntities, everyCall, optionPairs, type PlannedCall } from "./plan.js";
import { runScenario } from "./scenario.js";

const isSoak = process.env["TABLEWRIGHT_SOAK"] !== undefined;
const seed = isSoak ? Number(process.env["TABLEWRIGHT_PAIRS_SEED"] ?? Date.now() % 1e6) : 1;
const entities = drawEntities(seed);
const covering = coverCalls(entities, seed);
/** All calls take an hour. */
const calls = isSoak ? everyCall(entities, seed).slice(0, 20_000) : covering;
const timeout = isSoak ? 7_200_000 : 120_000;

/** Runs calls beside the model, up to a number of findings. Returns a text for each call that differs. */
async function run(lab: Lab, planned: readonly PlannedCall[], max = 5): Promise<string[]> {
  const found: string[] = [];
  for (const each of planned) {
    const wrong = await runScenario(lab.connect(), each).catch((error: unknown) => [`${error}`]);
    if (wrong.length > 0) found.push([JSON.stringify(each.call), each.drawn.text, ...wrong.slice(0, 12)].join("\n"));
    if (found.length >= max) break;
  }
  await lab.stop();
  return found;
}

describe(`every pair of options and every kind of call, seed ${seed}`, () => {
  it("are covered by the calls", () => {
    const covered = new Set(covering.flatMap(({ drawn, call }) => optionPairs(drawn.choice, call)));
    const parts = {
      write: ["insert", "insertOrMerge", "insertOrReplace", "merge", "replace", "delete", "modify", "modifyUnset"],
      condition: ["none", "etag", "*", "stale"],
      way: ["single", "bulk", "transaction"],
      row: ["absent", "present", "undeclared"],
      exactly: ["none", "once"],
      fault: ["none", "lost own 1", "lost any 2", "held own 1 2", "held own 1 3"],
    };
    for (const [factor, levels] of Object.entries(definitionFactors))
      for (const level of levels)
        for (const [part, values] of Object.entries(parts))
          for (const value of values) expect(covered).toContain(optionPairs({ [factor]: level }, { [part]: value })[0]);
  });

  it("agree with the model on the strict service", { timeout }, async () => {
    expect(await run(await startStrictLab(), calls)).toEqual([]);
  });

  it("agree with the model while the secondary, from which the client reads, lags", { timeout }, async () => {
    // `updateWhere` and `deleteWhere` find their rows by a query of the user, which may ask the secondary.
    const sample = calls.filter(({ call: { write = "" } }, index) => index % 4 === 1 && !write.endsWith("Where"));
    expect(await run(await startLaggingLab(), sample)).toEqual([]);
  });

  it("agree with the model on Azurite", { timeout }, async () => {
    const sample = isSoak ? calls.slice(0, 2_000) : calls.filter((_, index) => index % 16 === 3);
    expect(await run(await startAzuriteLab(), sample)).toEqual([]);
  });
});

/** Clients with one mistake each. */
const mistakes: Readonly<Record<string, (request: HttpRequest) => HttpRequest | HttpResponse>> = {
  "writes whatever the ETag is": (request) => {
    const at = request.headers.findIndex((name) => name.toLowerCase() === "if-match");
    return at < 0 ? request : { ...request, headers: request.headers.with(at + 1, "*") };
  },
  "replaces instead of merging": (request) => {
    const body =
      typeof request.body === "string"
        ? request.body.replace(/^(PATCH|MERGE|POST) (.*RowKey=)/gm, "PUT $2")
        : request.body;
    const isMerge = /^(PATCH|MERGE|POST)$/.test(request.method) && request.url.includes("RowKey=");
    return { ...request, body, method: isMerge ? "PUT" : request.method } as HttpRequest;
  },
  "leaves out index rows of other tables": (request) =>
    request.method === "PUT" && request.url.includes("/Board(") ? answered : request,
  "leaves out a property": (request) =>
    typeof request.body === "string" ? { ...request, body: request.body.replace(/,"note":"[^"]*"/, "") } : request,
};
const answered: HttpResponse = {
  status: 204,
  headers: ["etag", "W/\"datetime'2026-01-01T00%3A00%3A00.0000000Z'\"", "x-ms-version", "2019-02-02"],
  body: new Uint8Array(),
};

it.each(Object.entries(mistakes))("finds a client that %s", { timeout }, async (_, spoil) => {
  const broken =
    (service: Transport): Transport =>
    async (request) => {
      const next = spoil(request);
      return "status" in next ? next : service(next);
    };
  expect(await run(await startStrictLab(broken), covering, 1)).toHaveLength(1);
});
