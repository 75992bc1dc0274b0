import type { LockedProperty } from "./lock.js";
import { orAccept } from "./lock-change.js";

/** The property that advice is given about. */
export interface Subject {
  readonly entity: string;
  /** In the class. */
  readonly name: string;
  readonly stored: string;
  readonly property: LockedProperty;
}

const sampleDefaults: Readonly<Record<string, string>> = {
  "Edm.String": '"…"',
  "Edm.Boolean": "false",
  "Edm.Int32": "0",
  "Edm.Int64": "0n",
  "Edm.Double": "0",
  "Edm.DateTime": '"2000-01-01T00:00:00Z"',
};

/** How a property that rows may lack is read. */
export function requiredHelp(subject: Subject): string {
  const { name, property } = subject;
  const sample = sampleDefaults[property.type];
  const options = optionsCode(property);
  const optional = `${name}: ${builder(property)}(${options}).optional()`;
  if (sample === undefined || property.json) return `Write: ${optional}. ${orAccept}`;
  const value = property.oneOf === undefined ? sample : JSON.stringify(property.oneOf[0]);
  return `Write: ${name}: ${builder(property)}({ default: ${value} }), or ${optional}. ${orAccept}`;
}

/** The declaration with what it lacks, such as `email: edm.string({ formerly: ["mail"] })`. */
export function declarationOf(subject: Subject, lacking: Partial<LockedProperty>): string {
  const { name, stored, property } = subject;
  const optional = property.optional ? ".optional()" : "";
  const options = { ...(stored !== name && { name: stored }), ...property, ...lacking };
  return `${name}: ${builder(property)}(${optionsCode(options)})${optional}`;
}

function optionsCode(options: Partial<LockedProperty> & { readonly name?: string }): string {
  const { name, keyOnly, formerly, keepFormer, reads } = options;
  const members = Object.entries({ name, keyOnly, formerly, keepFormer, reads })
    .filter(([, value]) => value !== undefined)
    .map(([option, value]) => `${option}: ${JSON.stringify(value).replaceAll('","', '", "')}`);
  return members.length === 0 ? "" : `{ ${members.join(", ")} }`;
}

function builder({ type, json }: LockedProperty): string {
  if (json) return "edm.json";
  const word = type.slice("Edm.".length);
  return `edm.${word.charAt(0).toLowerCase()}${word.slice(1)}`;
}
