import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { distillFacts } from "../test/facts/distill-facts.js";
import { type FactSet, factFile, factSets, readFacts, writeFacts } from "../test/facts/fact.js";
import { replayFacts } from "../test/facts/replay-facts.js";
import { recordings, skipReason } from "../test/recordings.js";
import type { TableServiceOptions } from "./service-options.js";

const options: Readonly<Record<FactSet, TableServiceOptions>> = {
  "storage-2020": {},
  "cosmos-2020": { kind: "cosmos", cosmosAsOf: 2020 },
  "storage-2022": {},
  "cosmos-2022": { kind: "cosmos" },
};

/** Facts of an account in a state that the scenario does not show, with that state. */
const known: Readonly<Record<FactSet, Readonly<Record<string, string>>>> = {
  "storage-2020": { "storage-2020 38, 0": "the request was signed with another key than the account's" },
  "cosmos-2020": { "cosmos-2020 23, 1": "another test had left the entity in the account" },
  "storage-2022": {},
  "cosmos-2022": {},
};

describe.each(factSets)("the facts of %s", (set) => {
  const scenarios = readFacts(set);

  it("hold for the strict service: status, codes and headers of each response", async () => {
    const found = (await Promise.all(scenarios.map((scenario) => replayFacts(scenario, options[set])))).flat();
    const places = found.map(({ fact }) => fact.split(":")[0]);
    expect(found.filter((_, index) => known[set][places[index] ?? ""] === undefined)).toEqual([]);
    expect(places).toEqual(Object.keys(known[set]));
  });

  it.skipIf(skipReason !== "")(`are those of the recordings${skipReason}`, () => {
    expect(readFileSync(factFile(set), "utf8")).toBe(writeFacts(distillFacts(recordings ?? "", set)));
  });
});
