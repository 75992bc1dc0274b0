import type { EntityUse } from "../calls/entity-uses.js";
import type { ts } from "../program/typescript.js";
import { formOf, type Hole, holesOf, isPlain, templateLiterals, templateText } from "../trace/hole.js";
import type { ShapeProperty } from "../trace/shape.js";
import type { EntityGroup } from "./group-entities.js";

export type KeyName = "partitionKey" | "rowKey";

/** Returns the service's name of a key, for notes. */
export function titleOf(key: KeyName): string {
  return key === "rowKey" ? "RowKey" : "PartitionKey";
}

/**
 * Evidence for a part of a key: `proven` if several calls of the program show the same, `single` if only one call shows it, `open` if calls
 * contradict each other.
 */
export type KeyEvidence = "proven" | "single" | "open";

/** Property whose value is a variable part of a key. */
export interface KeyChoice {
  /** The variable part, with the conversion from the property's value. */
  readonly hole: Hole;
  /** Stored name of the property; undefined if no call stores the value in a property of its own. */
  readonly property: string | undefined;
  readonly evidence: KeyEvidence;
  /** True if only the names of the variable part and the property suggest that they have the same value. */
  readonly isAssumed: boolean;
  /** Nodes and texts of the calls that contradict each other; empty if no calls do. */
  readonly claims: readonly { readonly node: ts.Node; readonly text: string }[];
}

/** A variable part of a key, and the properties in which one call stores the value of that part. */
interface Claim {
  readonly use: EntityUse;
  readonly hole: Hole;
  /** The variable part as converted from the value of each property, by stored name. */
  readonly stored: ReadonlyMap<string, Hole>;
}

/** Chooses the property of a variable part of a key: one in which every call that writes such rows stores the value. */
export function chooseProperty(group: EntityGroup, key: KeyName, index: number): KeyChoice {
  const all = claimsOf(group, key, index);
  const [first] = all;
  if (first === undefined) throw new Error(`The ${key} has no variable part ${index}.`);
  const stored = all.filter((claim) => claim.stored.size > 0);
  const writes = all.filter(({ use }) => use.kind !== "read");
  const shown = writes.length > 0 ? writes : all;
  const evidence = all.length > 1 ? "proven" : "single";
  const open = (): KeyChoice => ({
    hole: first.hole,
    property: undefined,
    evidence: "open",
    isAssumed: false,
    claims: shown.map(({ use, hole, stored: by }) => ({ node: use.node, text: claimText(hole, by) })),
  });
  if (stored.length === 0) {
    const specific = shown.filter(({ hole }) => !isPlain(hole));
    if (new Set(specific.map(({ hole }) => formOf(hole))).size > 1) return open();
    const { hole } = specific[0] ?? shown.find((claim) => claim.hole.name !== undefined) ?? first;
    const isAssumed = hole.name !== undefined && group.properties.has(hole.name);
    return { hole, property: isAssumed ? hole.name : undefined, evidence, isAssumed, claims: [] };
  }
  const names = commonNames(stored).filter((name) => !shown.some((claim) => contradicts(claim, name)));
  const name = names.length === 1 ? names[0] : names.find((one) => stored.some(({ hole }) => hole.name === one));
  if (name === undefined) return open();
  const forms = stored.flatMap((claim) => claim.stored.get(name) ?? []);
  const others = shown.filter((claim) => claim.stored.size === 0 && !isPlain(claim.hole)).map(({ hole }) => hole);
  const [form] = forms;
  if (form === undefined || new Set([...forms, ...others].map(formOf)).size > 1) return open();
  return {
    hole: form,
    property: name,
    evidence: stored.length > 1 ? "proven" : "single",
    isAssumed: false,
    claims: [],
  };
}

/** Returns how certain the literals of a key are. */
export function evidenceOf({ uses, ...group }: EntityGroup, key: KeyName): KeyEvidence {
  const literals = templateLiterals(group[key]);
  return uses.filter((use) => templateLiterals(use[key]) === literals).length > 1 ? "proven" : "single";
}

function claimsOf({ uses, ...group }: EntityGroup, key: KeyName, index: number): readonly Claim[] {
  const literals = templateLiterals(group[key]);
  return uses.flatMap((use) => {
    const part = templateLiterals(use[key]) === literals ? holesOf(use[key])[index] : undefined;
    return part === undefined ? [] : [{ use, hole: part, stored: storedIn(use, part) }];
  });
}

function storedIn({ kind, properties }: EntityUse, hole: Hole): ReadonlyMap<string, Hole> {
  if (kind === "read") return new Map();
  return new Map(
    [...properties].flatMap(([name, property]) => {
      const converted = convertFrom(property, hole);
      return converted === undefined ? [] : [[name, converted] as const];
    }),
  );
}

/**
 * Returns the part of a key, as converted from a stored property; undefined if the part cannot come from this property. If the program
 * stores the same text that it writes into the key, such as an ISO date, there is no conversion.
 */
function convertFrom({ hole: from, type }: ShapeProperty, hole: Hole): Hole | undefined {
  if (from === undefined || from.identity !== hole.identity) return undefined;
  if (type === "String" && formOf(from) === formOf(hole))
    return { name: hole.name, form: "text", identity: hole.identity, node: hole.node };
  return from.form === "text" || from.form === "number" || from.form === "other" ? hole : undefined;
}

/** Returns whether a call stores another value in the property than in the key. */
function contradicts({ use, stored }: Claim, name: string): boolean {
  return !stored.has(name) && use.kind !== "read" && use.properties.get(name)?.hole !== undefined;
}

function commonNames(claims: readonly Claim[]): readonly string[] {
  const [first, ...others] = claims;
  return [...(first?.stored.keys() ?? [])].filter((name) => others.every(({ stored }) => stored.has(name)));
}

function claimText(hole: Hole, stored: Claim["stored"]): string {
  return stored.size === 0 ? templateText([hole]) : [...stored.keys()].join(" or ");
}
