import { Application, ReflectionKind } from "typedoc";
import { beforeAll, expect, it } from "vitest";
import { describeParameters } from "./describe-parameters.js";
import { documentedEntryPoints } from "./entry-points.js";

/** Descriptions by the full name of their parameter, and the names of those that have none. */
let described: ReadonlyMap<string, string>;
let missing: readonly string[];

beforeAll(async () => {
  const app = await Application.bootstrap({
    entryPoints: documentedEntryPoints().map(({ source }) => source),
    tsconfig: new URL("../../../../scripts/tsconfig.json", import.meta.url).pathname,
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    skipErrorChecking: true,
    logLevel: "None",
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc has read nothing.");
  missing = describeParameters(project);
  described = new Map(
    project
      .getReflectionsByKind(ReflectionKind.Parameter)
      .map((one) => [one.getFullName(), (one.comment?.summary ?? []).map(({ text }) => text).join("")]),
  );
}, 300_000);

it("leaves no parameter of a public function or method without a description", () => {
  expect(missing).toEqual([]);
});

it("describes a parameter by the docstring of its type", () => {
  expect(find("EntityClient.merge.merge.changes")).toBe("Properties to change, with their new values.");
  expect(find("EntityClient.merge.merge.key")).toMatch(/^Key of an entity/);
  expect(find("TableServiceClient.createTables.createTables.options")).not.toBe("");
});

it("keeps the description that a function gives", () => {
  expect(find("EntityClient.deleteWhere.deleteWhere.options")).toMatch(/^`max`/);
});

function find(end: string): string | undefined {
  return [...described].find(([name]) => name.endsWith(end))?.[1];
}
