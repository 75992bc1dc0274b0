import type { EntityUse } from "../calls/entity-uses.js";
import type { ts } from "../program/typescript.js";
import { formOf, holesOf, isPlain, type Template, templateLiterals } from "../trace/hole.js";
import type { ShapeProperty } from "../trace/shape.js";
import { holdsJson, joinTypes } from "../trace/stored-type.js";

/** Rows of one table that have the same literals in their keys and the same stored kind. These rows become one entity class. */
export interface EntityGroup {
  /** Everything that calls show about such rows. */
  readonly uses: readonly EntityUse[];
  readonly partitionKey: Template | undefined;
  readonly rowKey: Template | undefined;
  readonly properties: ReadonlyMap<string, ShapeProperty>;
  readonly typeNames: readonly string[];
  readonly gaps: readonly string[];
  readonly nodes: readonly ts.Node[];
  readonly calls: ReadonlySet<ts.Node>;
}

const keys = ["partitionKey", "rowKey"] as const;

/**
 * Groups what the calls of one table show about its rows. Each group becomes one entity class. `rest` contains the uses that fit no group,
 * or more than one.
 */
export function groupEntities(uses: readonly EntityUse[]): {
  groups: readonly EntityGroup[];
  rest: readonly EntityUse[];
} {
  const groups: EntityUse[][] = [];
  const open: EntityUse[] = [];
  for (const use of uses.filter(({ kind }) => kind !== "read")) {
    if (use.partitionKey === undefined || use.rowKey === undefined) open.push(use);
    else addTo(groups, use, (group) => group.every((one) => isSameEntity(one, use)));
  }
  const written = groups.length;
  for (const use of uses.filter(({ kind }) => kind === "read")) {
    if (use.partitionKey === undefined || use.rowKey === undefined) open.push(use);
    else if (groups.slice(0, written).some(([first]) => first !== undefined && mayRead(first, use))) open.push(use);
    else addTo(groups, use, (group) => group.every((one) => isSameEntity(one, use)));
  }
  mergeConstants(groups);
  const rest = open.filter((use) => {
    const home = findHome(groups, use);
    home?.push(use);
    return home === undefined;
  });
  if (groups.length === 0 && rest.length > 0) return { groups: [{ ...join(rest), ...commonKeys(rest) }], rest: [] };
  return { groups: groups.map(join), rest };
}

/**
 * Moves a group whose keys have constants into another group that has the same properties and variable parts in place of these constants.
 * An example is a row with a constant key that the program writes when it starts.
 */
function mergeConstants(groups: EntityUse[][]): void {
  for (const group of [...groups]) {
    const [first] = group;
    const home = groups.find(([other]) => first !== undefined && other !== undefined && isInstance(first, other));
    if (home === undefined) continue;
    home.push(...group);
    groups.splice(groups.indexOf(group), 1);
  }
}

function isInstance(use: EntityUse, other: EntityUse): boolean {
  const isCovered = keys.every((key) => {
    const [value, more] = other[key] ?? [];
    return (
      (typeof value === "object" && more === undefined) || templateLiterals(use[key]) === templateLiterals(other[key])
    );
  });
  const isEqual = use.properties.size === other.properties.size && use.properties.size > 0 && haveSameNames(use, other);
  return isCovered && isEqual && !haveSameLiterals(use, other) && use.kind !== "read" && other.kind !== "read";
}

function addTo(groups: EntityUse[][], use: EntityUse, isHome: (group: readonly EntityUse[]) => boolean): void {
  const home = groups.find(isHome);
  if (home === undefined) groups.push([use]);
  else home.push(use);
}

/** Returns the group whose rows a call can use, according to its keys or its row type; undefined if no group fits, or more than one. */
function findHome(groups: readonly EntityUse[][], use: EntityUse): EntityUse[] | undefined {
  const similar = groups.filter(([first]) => first !== undefined && mayRead(first, use) && !hasOtherKind(first, use));
  const same = similar.filter(([first]) => first !== undefined && haveSameLiterals(first, use));
  const named = similar.filter(
    (group) => use.typeName !== undefined && group.some((one) => one.typeName === use.typeName),
  );
  return [named, same, similar].find(({ length }) => length === 1)?.[0];
}

function isSameEntity(left: EntityUse, right: EntityUse): boolean {
  return (
    haveSameLiterals(left, right) &&
    !hasOtherKind(left, right) &&
    (haveSameForms(left, right) || haveSameNames(left, right))
  );
}

function haveSameLiterals(left: EntityUse, right: EntityUse): boolean {
  return keys.every((key) => templateLiterals(left[key]) === templateLiterals(right[key]));
}

/**
 * Returns whether the values in two keys may have the same conversion. A plain text counts as any conversion, because the program may have
 * made this text earlier by that conversion.
 */
function haveSameForms(left: EntityUse, right: EntityUse): boolean {
  return keys.every((key) => {
    const others = holesOf(right[key]);
    return holesOf(left[key]).every((hole, index) => {
      const other = others[index];
      return other === undefined || isPlain(hole) || isPlain(other) || formOf(hole) === formOf(other);
    });
  });
}

/** Returns whether one of two calls shows only properties that the other call shows too. */
function haveSameNames({ properties: left }: EntityUse, { properties: right }: EntityUse): boolean {
  const [few, many] = left.size < right.size ? [left, right] : [right, left];
  return [...few.keys()].every((name) => many.has(name));
}

/** Matches names of properties that usually store the kind of a row. */
export const kindName = /^_?\$?(kind|type|(entity|doc|document|object|record|row|item)_?(kind|type)|discriminator)$/i;

/** Returns whether two calls write different constants as the kind of the row, and different properties besides. */
function hasOtherKind(left: EntityUse, right: EntityUse): boolean {
  return [...left.properties].some(([name, { literal }]) => {
    const other = right.properties.get(name)?.literal;
    const differs = literal !== undefined && other !== undefined && literal !== other;
    return differs && kindName.test(name) && !haveSameNames(left, right);
  });
}

/** Returns whether a call may use the rows of a group, as far as it shows their keys. */
function mayRead(group: EntityUse, use: EntityUse): boolean {
  const [first] = group.rowKey ?? [];
  const { rowKeyPrefix = "" } = use;
  if (rowKeyPrefix !== "" && !(typeof first === "string" && first.startsWith(rowKeyPrefix))) return false;
  return keys.every((key) => {
    const template = use[key];
    const isAny = template === undefined || (template.length === 1 && typeof template[0] === "object");
    return isAny || templateLiterals(group[key]) === templateLiterals(template);
  });
}

/** Returns the keys that the calls of a group show in common. A key is undefined if calls show different literals for it. */
function commonKeys(uses: readonly EntityUse[]): Pick<EntityGroup, "partitionKey" | "rowKey"> {
  const common = (key: (typeof keys)[number]) => {
    const shown = uses.flatMap((use) => (use[key] === undefined ? [] : [use[key]]));
    return new Set(shown.map(templateLiterals)).size === 1 ? shown[0] : undefined;
  };
  return { partitionKey: common("partitionKey"), rowKey: common("rowKey") };
}

function join(uses: readonly EntityUse[]): EntityGroup {
  const whole = uses.filter(({ kind }) => kind === "whole");
  const shown = whole.length > 0 ? whole : uses.filter(({ kind }) => kind === "read");
  const properties = new Map<string, ShapeProperty>();
  for (const use of uses) {
    for (const [name, property] of use.properties) {
      const earlier = properties.get(name);
      const joined = earlier === undefined ? property : joinProperties(earlier, property);
      const isRequired = shown.some((one) => one.properties.has(name)) && shown.every((one) => isGiven(one, name));
      properties.set(name, { ...joined, optional: !isRequired });
    }
  }
  for (const [name, property] of properties) {
    const lacking = shown.filter((one) => !isGiven(one, name));
    const isUnknown = lacking.every(({ gaps, properties: own }) => gaps.length > 0 && !own.has(name));
    if (!property.optional || lacking.length === 0 || !isUnknown) continue;
    const certainty = property.certainty === "proved" ? "likely" : property.certainty;
    properties.set(name, { ...property, certainty, notes: [...property.notes, onlyUnknown] });
  }
  for (const [name, property] of properties) properties.set(name, { ...property, isJson: isWrittenAsJson(uses, name) });
  return {
    uses,
    partitionKey: uses.find(({ partitionKey }) => partitionKey !== undefined)?.partitionKey,
    rowKey: uses.find(({ rowKey }) => rowKey !== undefined)?.rowKey,
    properties,
    typeNames: [...new Set(uses.flatMap(({ typeName }) => typeName ?? []))],
    gaps: [...new Set(uses.flatMap(({ gaps }) => gaps))],
    nodes: [...new Set(uses.map(({ node }) => node))],
    calls: new Set(uses.map(({ call }) => call)),
  };
}

/**
 * Returns whether every call that writes a property writes JSON. Calls that only read it are ignored, because the type of a row shows only
 * that it is text.
 */
function isWrittenAsJson(uses: readonly EntityUse[], name: string): boolean {
  const written = uses.flatMap(({ kind, properties }) => (kind === "read" ? [] : (properties.get(name) ?? [])));
  return written.some(({ isJson }) => isJson) && written.every(holdsJson);
}

/** Note on a property that is optional only because the rows of some calls are not known and may lack it. */
export const onlyUnknown = "optional, because the rows of some calls are not known";

/** Joins what two calls show about one property. */
function joinProperties(left: ShapeProperty, right: ShapeProperty): Omit<ShapeProperty, "optional"> {
  return { ...joinTypes(left, right), default: left.default === right.default ? left.default : undefined };
}

function isGiven({ kind, properties }: EntityUse, name: string): boolean {
  const property = properties.get(name);
  // A read that names no properties, such as `getEntity` without a type argument, may use all of them.
  if (property === undefined) return kind === "read" && properties.size === 0;
  return !property.optional;
}
