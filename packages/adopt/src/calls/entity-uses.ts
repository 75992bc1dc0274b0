import { type ts, typescript } from "../program/typescript.js";
import { type Template, templateText } from "../trace/hole.js";
import type { Bindings, Origin } from "../trace/origin.js";
import { nameOfType, type Shape, type ShapeProperty, traceShapes } from "../trace/shape.js";
import { findStoredType } from "../trace/stored-type.js";
import { anyKey, traceKeys, traceTemplate, traceTemplates } from "../trace/template.js";
import type { Tracer } from "../trace/tracer.js";
import type { ClientCall } from "./client-calls.js";
import { findComparisons } from "./filter.js";
import { findActions } from "./transaction-actions.js";

/** Keys and properties of a table's rows, as far as one call of `@azure/data-tables` shows them. */
export interface EntityUse {
  /**
   * Completeness of `properties`. `whole`: every property of a row that is written. `part`: the properties that a merge with `updateEntity`
   * changes. `read`: the properties that the program expects of a row that it reads; empty if it names none.
   */
  readonly kind: "whole" | "part" | "read";
  readonly partitionKey: Template | undefined;
  readonly rowKey: Template | undefined;
  readonly properties: ReadonlyMap<string, ShapeProperty>;
  readonly gaps: readonly string[];
  /** Text with which the RowKeys of a query start; undefined if the filter shows none. */
  readonly rowKeyPrefix?: string | undefined;
  /** Expression from which keys and properties were inferred. */
  readonly node: ts.Node;
  /** Call of `@azure/data-tables`, or use of a binding, that writes or reads the rows. */
  readonly call: ts.Node;
  /** Name of the row's type, such as `Order` in `getEntity<Order>`; undefined if it has none. */
  readonly typeName?: string | undefined;
}

const noProperties: ReadonlyMap<string, ShapeProperty> = new Map();

/**
 * Returns the keys and properties that a call shows of its rows if it is reached through one chain of callers.
 * @param bindings the values of the parameters in that chain
 */
export function findEntityUses(tracer: Tracer, call: ClientCall, bindings: Bindings): readonly EntityUse[] {
  const { node, method } = call;
  const [first, second] = node.arguments;
  const at = (from: ts.Expression): Origin => ({ node: from, bindings });
  if (first !== undefined && second !== undefined && (method === "getEntity" || method === "deleteEntity")) {
    const declared = declaredIn(tracer, node);
    return traceKeys(tracer, at(first)).flatMap((partitionKey) =>
      traceKeys(tracer, at(second)).map((rowKey): EntityUse => {
        const keys = { partitionKey: known(partitionKey), rowKey: known(rowKey) };
        return { kind: "read", ...keys, ...declared, gaps: [], node, call: node };
      }),
    );
  }
  if (method === "listEntities") return [listUse(tracer, node, first && at(first))];
  if (method === "submitTransaction" && first !== undefined) {
    const actions = findActions(tracer, at(first));
    const gaps = ["the operations of a transaction are not known"];
    if (actions.length === 0)
      return [
        { kind: "part", partitionKey: undefined, rowKey: undefined, properties: noProperties, gaps, node, call: node },
      ];
    return actions.flatMap(({ kind, entity, mode }) => {
      const action = templateText(traceTemplate(tracer, kind));
      if (action === "delete") return traceShapes(tracer, entity).map((shape) => keysOnly(shape, entity.node, node));
      return traceShapes(tracer, entity).map((shape) =>
        writeUse(tracer, `${action}Entity`, shape, mode, entity.node, node),
      );
    });
  }
  if (first === undefined || !/^(create|upsert|update)Entity$/.test(method)) return [];
  const mode = second && at(second);
  return traceShapes(tracer, at(first)).map((shape) => writeUse(tracer, method, shape, mode, node, node));
}

/** Returns the update mode of a call: `Merge` by default, as in `@azure/data-tables`; undefined if it is decided at run time. */
export function readMode(tracer: Tracer, mode: Origin | undefined): "Merge" | "Replace" | undefined {
  if (mode === undefined || typescript.isObjectLiteralExpression(mode.node) || mode.node.getText() === "undefined")
    return "Merge";
  const modes = new Set(traceTemplates(tracer, mode).map(templateText));
  const [only] = modes;
  return modes.size === 1 && (only === "Merge" || only === "Replace") ? only : undefined;
}

function writeUse(
  tracer: Tracer,
  method: string,
  shape: Shape,
  mode: Origin | undefined,
  node: ts.Node,
  call: ts.CallExpression,
): EntityUse {
  const isPart = method === "updateEntity" && readMode(tracer, mode) !== "Replace";
  return { ...shape, ...keysOf(shape), kind: isPart ? "part" : "whole", node, call };
}

function keysOnly(shape: Shape, node: ts.Node, call: ts.CallExpression): EntityUse {
  return { ...keysOf(shape), kind: "read", properties: noProperties, gaps: [], node, call };
}

function keysOf({ partitionKey, rowKey }: Shape): Pick<EntityUse, "partitionKey" | "rowKey"> {
  return { partitionKey: known(partitionKey), rowKey: known(rowKey) };
}

/**
 * Returns a key's template; undefined if it is only a variable with a name such as `rowKey` or `pk`. Such a variable does not show how the
 * key is built: it can be the key of an entity that was read, or a parameter for any key.
 */
export function known(template: Template | undefined): Template | undefined {
  const [only] = template ?? [];
  const name = template?.length === 1 && typeof only === "object" && !only.isMixed ? only.name : undefined;
  return name !== undefined && anyKey.test(name) ? undefined : template;
}

/** Reads the filter and the `select` of a `listEntities` call, and the type that its rows are cast to. */
function listUse(tracer: Tracer, node: ts.CallExpression, options: Origin | undefined): EntityUse {
  const { properties: declared, typeName } = declaredIn(tracer, node);
  const properties = new Map(declared);
  let partitionKey: Template | undefined;
  let rowKey: Template | undefined;
  let rowKeyPrefix: string | undefined;
  const query = options && memberOf(tracer, options, "queryOptions");
  const filter = query && memberOf(tracer, query, "filter");
  for (const { name, operator, type, text } of filter === undefined ? [] : findComparisons(tracer, filter)) {
    if (name === "PartitionKey" && operator === "eq") partitionKey = known(text);
    else if (name === "RowKey" && operator === "eq") rowKey = known(text);
    else if (name === "RowKey" && operator.startsWith("g")) rowKeyPrefix = leadingText(text);
    else if (!/^(PartitionKey|RowKey|Timestamp)$/.test(name))
      properties.set(name, { ...type, literal: undefined, optional: true });
  }
  const select = query && memberOf(tracer, query, "select");
  for (const name of select === undefined ? [] : namesIn(tracer, select)) {
    if (properties.has(name) || /^(partitionKey|rowKey|timestamp|etag)$/i.test(name)) continue;
    properties.set(name, { type: undefined, certainty: "unknown", optional: true, notes: ["named only by a select"] });
  }
  return { kind: "read", partitionKey, rowKey, rowKeyPrefix, properties, gaps: [], node, call: node, typeName };
}

function leadingText(template: Template | undefined): string | undefined {
  const [first] = template ?? [];
  return typeof first === "string" ? first : undefined;
}

/**
 * Reads the properties of the type argument `T`, as in `getEntity<T>`. The program only casts rows to this type: the service does not check
 * it.
 */
function declaredIn(tracer: Tracer, node: ts.CallExpression): Pick<EntityUse, "properties" | "typeName"> {
  const [argument] = node.typeArguments ?? [];
  if (argument === undefined) return { properties: noProperties };
  const { checker } = tracer;
  const type = checker.getTypeFromTypeNode(argument);
  if (type.flags & typescript.TypeFlags.TypeParameter) return { properties: noProperties };
  const properties = new Map<string, ShapeProperty>();
  for (const symbol of checker.getPropertiesOfType(type)) {
    const declared = checker.getTypeOfSymbolAtLocation(symbol, argument);
    if (/^(partitionKey|rowKey|etag|timestamp)$/.test(symbol.name) || declared.getCallSignatures().length > 0) continue;
    const stored = findStoredType(checker, declared);
    const optional = stored.optional || (symbol.flags & typescript.SymbolFlags.Optional) !== 0;
    const certainty = stored.certainty === "proved" ? "likely" : stored.certainty;
    properties.set(symbol.name, { ...stored, certainty, optional, literal: undefined });
  }
  return { properties, typeName: nameOfType(type) };
}

function memberOf(tracer: Tracer, object: Origin, name: string): Origin | undefined {
  const ts = typescript;
  for (const { node, bindings } of tracer.follow(object)) {
    if (!ts.isObjectLiteralExpression(node)) continue;
    for (const member of node.properties) {
      if (member.name?.getText() !== name) continue;
      if (ts.isPropertyAssignment(member)) return { node: member.initializer, bindings };
      if (ts.isShorthandPropertyAssignment(member)) return { node: member.name, bindings };
    }
  }
  return undefined;
}

function namesIn(tracer: Tracer, list: Origin): readonly string[] {
  return tracer.follow(list).flatMap(({ node, bindings }) => {
    if (!typescript.isArrayLiteralExpression(node)) return [];
    // Skips a property name that is composed at run time, because the source does not show it.
    return node.elements.flatMap((element) => {
      const [text, ...more] = traceTemplate(tracer, { node: element, bindings }) ?? [];
      return typeof text === "string" && more.length === 0 && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text) ? [text] : [];
    });
  });
}
