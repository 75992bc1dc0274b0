import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { clientOptionKinds } from "../../../runtime/src/client/table-service-client.js";
import { pagesFolder } from "../blocks/code-blocks.js";

const root = new URL("../../../../", import.meta.url).pathname;

/** Returns the rows of the table that begins with this head, without the alignment row. */
function tableOf(path: string, head: string): string[] {
  const lines = readFileSync(path, "utf8").split("\n");
  const from = lines.indexOf(head);
  expect(from, `${path} has no table ${head}`).toBeGreaterThan(-1);
  const rest = lines.slice(from + 2);
  return rest.slice(
    0,
    rest.findIndex((line) => !line.startsWith("|")),
  );
}

it("retries are those of the runtime's README", () => {
  const head = "| outcome of an attempt | is it retried? | may a write have been applied? |";
  const rows = tableOf(`${pagesFolder}guide/client.md`, head);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows).toEqual(tableOf(`${root}packages/runtime/README.md`, head));
});

describe("the options of the client", () => {
  const head = "| option | default | meaning |";
  const rows = tableOf(`${pagesFolder}guide/client.md`, head);

  it("are those of the runtime's README", () => {
    expect(rows).toEqual(tableOf(`${root}packages/runtime/README.md`, head));
  });

  it.each(Object.keys(clientOptionKinds))("%s has its row", (name) => {
    const names = rows.flatMap((row) => row.split("|")[1]?.match(/\w+/g) ?? []);
    expect(names).toContain(name);
  });
});
