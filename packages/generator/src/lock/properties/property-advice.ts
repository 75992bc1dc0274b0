import type { PropertyModel } from "../../model/property-model.js";
import type { BuilderName } from "../../read/entity/entity-draft.js";
import type { PropertySource } from "../../write/entity-source.js";
import { propertyText } from "../../write/property-text.js";
import type { LockedProperty } from "../lock.js";
import { orAccept } from "../lock-change.js";

/** Current property to which the messages and the advice about a change refer. */
export interface Subject {
  readonly entity: string;
  /** Name of the property in the generated class. */
  readonly name: string;
  readonly property: LockedProperty;
  readonly model: PropertyModel;
}

const sampleDefaults: Readonly<Partial<Record<BuilderName, string | number | bigint | boolean>>> = {
  string: "…",
  boolean: false,
  int32: 0,
  int64: 0n,
  double: 0,
  dateTime: "2000-01-01T00:00:00Z",
};

const conditions =
  "Conditions do not find rows without it, not even conditions on the default value: use $not with ne, or store it with `npx tablewright migrate`.";

/** Returns advice on how to read a required property that stored rows may lack: give it a default, or make it optional. */
export function requiredHelp({ model }: Subject): string {
  const { name, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = model;
  const oneOf = model.oneOf ?? model.codes?.map(([each]) => each);
  const required = { ...model, makeDefault: undefined };
  const optional = `${name}: ${propertyText({ ...required, optional: true }, "edm")}`;
  const isNumber = model.type === "int32" && model.codes === undefined;
  const sample = isNumber ? Math.max(min, Math.min(0, max)) : (oneOf?.[0] ?? sampleDefaults[model.type]);
  if (sample === undefined) return `Write: ${optional}. ${orAccept}`;
  const filled = `${name}: ${propertyText({ ...required, default: sample }, "edm")}`;
  return `Write: ${filled}, or ${optional}. ${conditions} ${orAccept}`;
}

type Evolution = Pick<PropertySource, "formerly" | "reads" | "keyOnly" | "keepFormer">;

/** Returns the declaration of a property with options that it lacks, such as `email: edm.string({ formerly: ["mail"] })`. */
export function writeDeclaration({ model }: Subject, lacking: Evolution): string {
  return `${model.name}: ${propertyText({ ...model, ...lacking }, "edm")}`;
}
