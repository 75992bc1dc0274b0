import type { EntityUse } from "../calls/entity-uses.js";
import type { ts } from "../program/typescript.js";
import type { ShapeProperty } from "../trace/shape.js";
import { joinTypes } from "../trace/stored-type.js";
import { type Template, templateShape } from "../trace/template.js";

/** Rows of one table whose keys have the same shape, which become one entity class. */
export interface EntityGroup {
  readonly partitionKey: Template | undefined;
  readonly rowKey: Template | undefined;
  readonly properties: ReadonlyMap<string, ShapeProperty>;
  readonly typeNames: readonly string[];
  readonly gaps: readonly string[];
  readonly nodes: readonly ts.Node[];
  readonly calls: ReadonlySet<ts.Node>;
}

/**
 * Groups what the calls of one table show about its rows, so that each group becomes one entity class. `rest` has the uses that fit no
 * group, or more than one.
 */
export function groupEntities(uses: readonly EntityUse[]): {
  groups: readonly EntityGroup[];
  rest: readonly EntityUse[];
} {
  const groups: EntityUse[][] = [];
  const open: EntityUse[] = [];
  // Writes show more than reads, so they come first.
  for (const use of [...uses].sort((a, b) => Number(a.kind === "read") - Number(b.kind === "read"))) {
    if (use.partitionKey === undefined || use.rowKey === undefined) {
      open.push(use);
      continue;
    }
    const group = groups.find(([first]) => first !== undefined && haveSameShape(first, use));
    const only = use.kind === "read" && isUnformed(use) && groups.length === 1 ? groups[0] : undefined;
    const home = group ?? only;
    if (home === undefined) groups.push([use]);
    else home.push(use);
  }
  const rest = open.filter((use) => {
    const similar = groups.filter(([first]) => first !== undefined && mayHaveSameShape(first, use));
    const named = similar.filter(
      (group) => use.typeName !== undefined && group.some((one) => one.typeName === use.typeName),
    );
    const [only, another] = named.length === 1 ? named : similar;
    if (only === undefined || another !== undefined) return true;
    only.push(use);
    return false;
  });
  if (groups.length === 0 && rest.length > 0) return { groups: [join(rest)], rest: [] };
  return { groups: groups.map(join), rest };
}

function haveSameShape(left: EntityUse, right: EntityUse): boolean {
  return (
    templateShape(left.partitionKey) === templateShape(right.partitionKey) &&
    templateShape(left.rowKey) === templateShape(right.rowKey)
  );
}

function mayHaveSameShape(group: EntityUse, { partitionKey, rowKey, rowKeyPrefix = "" }: EntityUse): boolean {
  const [first] = group.rowKey ?? [];
  if (rowKeyPrefix !== "" && !(typeof first === "string" && first.startsWith(rowKeyPrefix))) return false;
  const agrees = (left: Template | undefined, right: Template | undefined) =>
    right === undefined || templateShape(left) === templateShape(right);
  return agrees(group.partitionKey, partitionKey) && agrees(group.rowKey, rowKey);
}

/** Returns whether both keys are single values, such as `id`, so that their shape is unknown. */
function isUnformed({ partitionKey, rowKey }: EntityUse): boolean {
  return [partitionKey, rowKey].every((key) => key?.length === 1 && typeof key[0] === "object");
}

function join(uses: readonly EntityUse[]): EntityGroup {
  const whole = uses.filter(({ kind }) => kind === "whole");
  const shown = whole.length > 0 ? whole : uses.filter(({ kind }) => kind === "read");
  const properties = new Map<string, ShapeProperty>();
  for (const use of uses) {
    for (const [name, property] of use.properties) {
      const earlier = properties.get(name);
      const joined = earlier === undefined ? property : { ...joinTypes(earlier, property), identity: earlier.identity };
      const isRequired = shown.some((one) => one.properties.has(name)) && shown.every((one) => isGiven(one, name));
      properties.set(name, { ...joined, optional: !isRequired });
    }
  }
  return {
    partitionKey: uses.find(({ partitionKey }) => partitionKey !== undefined)?.partitionKey,
    rowKey: uses.find(({ rowKey }) => rowKey !== undefined)?.rowKey,
    properties,
    typeNames: [...new Set(uses.flatMap(({ typeName }) => typeName ?? []))],
    gaps: [...new Set(uses.flatMap(({ gaps }) => gaps))],
    nodes: [...new Set(uses.map(({ node }) => node))],
    calls: new Set(uses.map(({ call }) => call)),
  };
}

function isGiven({ kind, properties }: EntityUse, name: string): boolean {
  const property = properties.get(name);
  // A read that names no properties, such as `getEntity` without a type argument, may use all of them.
  if (property === undefined) return kind === "read" && properties.size === 0;
  return !property.optional;
}
