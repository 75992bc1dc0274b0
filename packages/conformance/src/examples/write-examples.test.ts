import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Azurite, startAzurite } from "../azurite.js";

let azurite: Azurite;

beforeAll(async () => {
  azurite = await startAzurite();
});

afterAll(() => azurite.stop());

/** Runs an example as a user does, and returns the lines that it prints. */
async function runExample(name: string): Promise<string[]> {
  const cwd = fileURLToPath(new URL(`../../../../examples/${name}/`, import.meta.url));
  const options = ["--conditions=@tablewright/source", "--import", "tsx", "src/main.ts"];
  const env = { ...process.env, TABLES_CONNECTION_STRING: azurite.connectionString };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, options, { cwd, env });
  expect(stderr).toBe("");
  return stdout.trimEnd().split("\n");
}

it("the example of transactions keeps account and entries together", async () => {
  expect((await runExample("transactions")).slice(1)).toEqual([
    "after three bookings at once: balance 8000, 4 entries",
    "refused: operation 1, insert of Entry, EntityAlreadyExists",
    "and the balance is still 8000",
    "bulk wrote 250 fees",
    "deleted the partition: 255 rows",
  ]);
});

it("the example of optimistic concurrency loses no change", async () => {
  expect((await runExample("optimistic-concurrency")).slice(1)).toEqual([
    "Bob's write under the old ETag is refused: it would have given Ann's 10 back",
    "eight takers of 5 at once leave 50",
    "counted by Cem, remark undefined",
    "nothing to refill at 50: the row is untouched",
    "deleted: true",
  ]);
});

it("the example of indexes refuses a second e-mail, and keeps lists and leaderboard", async () => {
  expect(await runExample("indexes")).toEqual([
    "refused: index.not-unique in byEmail",
    "found by e-mail: ann",
    "active: ann, bob, cy",
    "leaderboard: ann 620, bob 300, cy 0",
    "active: ann, bob2, cy",
  ]);
});
