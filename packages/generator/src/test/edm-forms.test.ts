import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { edm } from "../definition/edm.js";
import { chooseRepresentation } from "../emit/codec/property-representation.js";
import type { PropertyAs, PropertyModel } from "../model/property-model.js";
import { builderRepresentations } from "../read/entity/builder-options.js";
import type { BuilderName } from "../read/entity/entity-draft.js";

/** Files that name every representation of every Edm type. CONTRIBUTING lists them under "Add an Edm type, or a form of one". */
const places = [
  "packages/generator/src/emit/golden/forms/tables/forms.table.ts",
  "packages/conformance/tables/every-form.table.ts",
  "packages/docs/pages/guide/definitions.md",
];
const texts = places.map(
  (place) => [place, readFileSync(new URL(`../../../../${place}`, import.meta.url), "utf8")] as const,
);
const defaults: Readonly<Partial<Record<BuilderName, PropertyAs>>> = { int64: "bigint", dateTime: "date" };

const forms = Object.keys(edm).flatMap((name) => {
  const type = name as BuilderName;
  return [undefined, ...(builderRepresentations[type] ?? [])].map((as) => [type, as] as const);
});

it.each(forms)("edm.%s with as: %s is in every place that knows all forms", (type, as) => {
  const missing = texts.filter(([place, text]) => !holds(place, text, type, as)).map(([place]) => place);
  expect(missing).toEqual([]);
  const property = { type, as: as ?? defaults[type] } as PropertyModel;
  expect(chooseRepresentation(property), "emit/codec/property-form.ts").toMatchObject({
    type: expect.stringMatching(/./),
  });
});

function holds(place: string, text: string, type: BuilderName, as: string | undefined): boolean {
  const calls = text.split("\n").filter((line) => new RegExp(`edm\\.${type}\\b`).test(line));
  if (as === undefined) return calls.length > 0;
  return calls.some((line) => (place.endsWith(".md") ? line.includes(`"${as}"`) : line.includes(`as: "${as}"`)));
}
