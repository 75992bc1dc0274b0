import { type ts, typescript } from "../program/typescript.js";
import type { Hole, Template } from "./hole.js";
import type { Origin } from "./origin.js";
import { findSymbol, unwrap } from "./origin.js";
import { findStoredType, joinTypes, replaceable, type StoredType, traceStoredType } from "./stored-type.js";
import { buildIdentity, traceKeys, traceTemplate } from "./template.js";
import type { Tracer } from "./tracer.js";

export interface ShapeProperty extends StoredType {
  /** The value as a variable part of a text. The same value in a key has the same `identity`. Undefined if the part is unknown. */
  readonly hole?: Hole | undefined;
}

/** Keys and properties of a row, as the program passes it to a call. */
export interface Shape {
  readonly partitionKey: Template | undefined;
  readonly rowKey: Template | undefined;
  readonly properties: ReadonlyMap<string, ShapeProperty>;
  /** Reasons why the row can have more or other properties; empty if all are known. */
  readonly gaps: readonly string[];
  /** Name of the type that the program declares for the row; undefined if it declares none. */
  readonly typeName?: string | undefined;
}

interface Building {
  /** Ways in which the program composes each key; none if it gives no key. */
  partitionKey: readonly Template[];
  rowKey: readonly Template[];
  readonly properties: Map<string, ShapeProperty>;
  readonly gaps: string[];
}

/** Matches names of keys, system members and annotations, which are not properties of an entity. */
const systemNames = /^([pP]artitionKey|[rR]owKey|etag|timestamp|odata\..*|.*@odata\.type)$/;

/** Names of the keys: those of `@azure/data-tables`, and those that the service and the bindings of Azure Functions use. */
const keyNames: ReadonlyMap<string, "partitionKey" | "rowKey"> = new Map([
  ["partitionKey", "partitionKey"],
  ["PartitionKey", "partitionKey"],
  ["rowKey", "rowKey"],
  ["RowKey", "rowKey"],
]);

/** Returns the keys and properties of the row that an expression gives: several if the program decides at run time. */
export function traceShapes(tracer: Tracer, origin: Origin): readonly Shape[] {
  const shapes = tracer.follow(origin).flatMap((from) => {
    const shape: Building = { partitionKey: [], rowKey: [], properties: new Map(), gaps: [] };
    add(tracer, shape, from, false);
    const way = tracer.wayOf(origin);
    for (const passed of way) addAssignments(tracer, shape, passed);
    const typeName = way
      .map(({ node }) => nameOfType(tracer.checker.getTypeAtLocation(node)))
      .find((name) => name !== undefined);
    const [partitionKeys, rowKeys] = [shape.partitionKey, shape.rowKey].map((ways) =>
      ways.length > 0 ? ways : [undefined],
    );
    return (partitionKeys ?? []).flatMap((partitionKey) =>
      (rowKeys ?? []).map((rowKey): Shape => ({ ...shape, partitionKey, rowKey, typeName })),
    );
  });
  return joinConstants(origin, shapes);
}

/**
 * Joins the rows of a list to one row if they differ only in constants, such as the rows with which a program fills a table. If the
 * constants of a key differ between the rows, the joined row has a variable part in their place.
 */
function joinConstants({ node }: Origin, shapes: readonly Shape[]): readonly Shape[] {
  const [first, ...others] = shapes;
  const names = ({ properties }: Shape) => [...properties.keys()].sort().join();
  const isConstant = ({ partitionKey, rowKey }: Shape) =>
    [partitionKey, rowKey].every((key) => key?.length === 1 && typeof key[0] === "string");
  if (
    first === undefined ||
    others.length === 0 ||
    !shapes.every((shape) => isConstant(shape) && names(shape) === names(first))
  )
    return shapes;
  const key = (name: "partitionKey" | "rowKey"): Template => {
    const values = [...new Set(shapes.map((shape) => shape[name]?.[0] as string))];
    if (values.length === 1) return values;
    return [
      {
        name,
        form: "text",
        values,
        isMixed: true,
        identity: `${node.getSourceFile().fileName}:${node.pos} ${name}`,
        node,
      },
    ];
  };
  const properties = new Map<string, ShapeProperty>();
  for (const [name, property] of shapes.flatMap((shape) => [...shape.properties])) {
    const earlier = properties.get(name);
    properties.set(
      name,
      earlier === undefined
        ? property
        : { ...joinTypes(earlier, property), optional: earlier.optional || property.optional },
    );
  }
  return [{ ...first, partitionKey: key("partitionKey"), rowKey: key("rowKey"), properties }];
}

/** Returns the name that a program gives to a type; undefined if the type has no name, or only that of a library. */
export function nameOfType(type: ts.Type): string | undefined {
  if (type.flags & typescript.TypeFlags.TypeParameter) return undefined;
  const symbol = type.aliasSymbol ?? type.getSymbol();
  const [argument] = type.aliasTypeArguments ?? [];
  if (symbol?.name === "TableEntity" && argument !== undefined) return nameOfType(argument);
  const name = symbol?.name;
  const file = symbol?.declarations?.[0]?.getSourceFile();
  if (name === undefined || name.startsWith("__") || file === undefined) return undefined;
  return file.isDeclarationFile || anyType.test(name) ? undefined : name;
}

/** Matches type names that say nothing about a row. */
const anyType = /^(T|Props?|Options?|Input|Data|Payload|Body|Entity|TableEntity|Row|Record|object)$/i;

function add(tracer: Tracer, shape: Building, origin: Origin, optional: boolean): void {
  const ts = typescript;
  const { node } = origin;
  if (!ts.isObjectLiteralExpression(node)) {
    addType(tracer, shape, origin, optional);
    return;
  }
  for (const member of node.properties) {
    if (ts.isSpreadAssignment(member)) addSpread(tracer, shape, { ...origin, node: member.expression }, optional);
    else if (member.name === undefined || ts.isComputedPropertyName(member.name)) {
      shape.gaps.push(`the name ${member.name?.getText() ?? ""} is computed`);
    } else if (ts.isPropertyAssignment(member)) {
      set(tracer, shape, member.name.text, { ...origin, node: member.initializer }, optional);
    } else if (ts.isShorthandPropertyAssignment(member)) {
      set(tracer, shape, member.name.text, { ...origin, node: member.name }, optional);
    }
  }
}

/** Adds the properties of a spread to a row: `...base`, `...(note && { note })` and `...(note ? { note } : {})`. */
function addSpread(tracer: Tracer, shape: Building, origin: Origin, optional: boolean): void {
  const ts = typescript;
  const node = unwrap(origin.node);
  const within = (from: ts.Expression, isOptional: boolean) =>
    addSpread(tracer, shape, { ...origin, node: from }, isOptional);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    within(node.right, true);
    return;
  }
  if (ts.isConditionalExpression(node)) {
    for (const branch of [node.whenTrue, node.whenFalse]) within(branch, true);
    return;
  }
  const all = tracer.follow({ ...origin, node }).filter(({ node: from }) => !isNothing(from));
  const [only, another] = all;
  if (only !== undefined && another === undefined) add(tracer, shape, only, optional);
  else addAlternatives(tracer, shape, all, optional);
  for (const passed of tracer.wayOf({ ...origin, node })) addAssignments(tracer, shape, passed);
}

/** Adds the properties of a spread that can be one of several objects. A property is certain only if every one of the objects has it. */
function addAlternatives(tracer: Tracer, shape: Building, all: readonly Origin[], optional: boolean): void {
  const objects = all.map((from) => {
    const object: Building = { partitionKey: [], rowKey: [], properties: new Map(), gaps: [] };
    add(tracer, object, from, optional);
    return object;
  });
  for (const name of new Set(objects.flatMap(({ properties }) => [...properties.keys()]))) {
    const [first, ...others] = objects.flatMap(({ properties }) => properties.get(name) ?? []);
    if (first === undefined) continue;
    const isPresent = others.length === objects.length - 1 && ![first, ...others].some((one) => one.optional);
    const hole = others.every((one) => one.hole?.identity === first.hole?.identity) ? first.hole : undefined;
    setProperty(shape, name, { ...others.reduce<ShapeProperty>(joinProperties, first), optional: !isPresent, hole });
  }
  for (const key of ["partitionKey", "rowKey"] as const) {
    const given = objects.flatMap((object) => object[key]);
    if (given.length > 0) shape[key] = given;
  }
  shape.gaps.push(...objects.flatMap(({ gaps }) => gaps));
}

function joinProperties(left: ShapeProperty, right: ShapeProperty): ShapeProperty {
  return { ...joinTypes(left, right), optional: left.optional || right.optional };
}

function set(tracer: Tracer, shape: Building, name: string, value: Origin, optional: boolean): void {
  const key = keyNames.get(name);
  if (key !== undefined) {
    shape[key] = traceKeys(tracer, value);
    return;
  }
  if (systemNames.test(name)) return;
  const stored = traceStoredType(tracer, value);
  const [only, another] = traceTemplate(tracer, findWrapped(tracer, value) ?? value);
  setProperty(shape, name, {
    ...stored,
    optional: stored.optional || optional,
    hole: typeof only === "object" && another === undefined ? only : undefined,
  });
}

/** Returns the value in a wrapper such as `{ type: "Int64", value: "5" }`; undefined for any other expression. */
function findWrapped(tracer: Tracer, value: Origin): Origin | undefined {
  const ts = typescript;
  for (const { node, bindings } of tracer.follow(value)) {
    if (!ts.isObjectLiteralExpression(node)) continue;
    const member = node.properties.find((one) => one.name?.getText() === "value");
    if (member !== undefined && ts.isPropertyAssignment(member)) return { node: member.initializer, bindings };
    if (member !== undefined && ts.isShorthandPropertyAssignment(member)) return { node: member.name, bindings };
  }
  return undefined;
}

/**
 * Sets a property of a row. A later property replaces an earlier one of the same name, unless the later one may be absent; then their types
 * are joined.
 */
function setProperty(shape: Building, name: string, property: ShapeProperty): void {
  const earlier = shape.properties.get(name);
  if (earlier === undefined || !property.optional) shape.properties.set(name, property);
  else shape.properties.set(name, { ...joinTypes(earlier, property), optional: earlier.optional, hole: undefined });
}

/** Adds to a row the properties that the type of an expression declares. Used if the expression is not an object literal. */
function addType(tracer: Tracer, shape: Building, origin: Origin, optional: boolean): void {
  const ts = typescript;
  const { node } = origin;
  const { checker } = tracer;
  const given = checker.getTypeAtLocation(node);
  const whole = checker.getAwaitedType(given) ?? given;
  if (whole.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) {
    const replaced =
      shape.partitionKey.length === 0 && shape.rowKey.length === 0 ? "" : ", and it may replace the keys";
    shape.gaps.push(`the type of ${node.getText()} is not known${replaced}`);
    for (const [name, property] of shape.properties)
      shape.properties.set(name, { ...property, ...replaceable(property, `${node.getText()} may replace it`) });
    return;
  }
  const type = checker.getNonNullableType(whole);
  if (checker.getIndexInfosOfType(type).length > 0) shape.gaps.push(`${node.getText()} may have any property`);
  for (const symbol of checker.getPropertiesOfType(type)) {
    const { name } = symbol;
    const declared = checker.getTypeOfSymbolAtLocation(symbol, node);
    if (systemNames.test(name) || name.startsWith("__@") || declared.getCallSignatures().length > 0) continue;
    const stored = findStoredType(checker, declared);
    const isOptional = optional || stored.optional || (symbol.flags & ts.SymbolFlags.Optional) !== 0;
    const certainty = stored.certainty === "proved" ? "likely" : stored.certainty;
    setProperty(shape, name, {
      ...stored,
      certainty,
      optional: isOptional,
      hole: { name, form: formOfType(stored), identity: `${buildIdentity(tracer, origin)}.${name}`, node },
    });
  }
}

function formOfType({ type }: StoredType): Hole["form"] {
  return type === "String" ? "text" : type === "Double" || type === "Int64" || type === "Int32" ? "number" : "other";
}

/** Adds properties that are assigned after the row's object was created: `entity.note = …` and `entity["note"] = …`. */
function addAssignments(tracer: Tracer, shape: Building, origin: Origin): void {
  const ts = typescript;
  const { node } = origin;
  const symbol = ts.isIdentifier(node) ? findSymbol(tracer.checker, node) : undefined;
  const declaration = symbol?.valueDeclaration;
  if (symbol === undefined || declaration === undefined || !ts.isVariableDeclaration(declaration)) return;
  const visit = (inner: ts.Node): void => {
    if (
      ts.isBinaryExpression(inner) &&
      inner.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      (ts.isPropertyAccessExpression(inner.left) || ts.isElementAccessExpression(inner.left)) &&
      findSymbol(tracer.checker, inner.left.expression) === symbol
    ) {
      const name = memberName(inner.left);
      if (name === undefined) shape.gaps.push(`the name in ${inner.left.getText()} is computed`);
      else set(tracer, shape, name, { ...origin, node: inner.right }, true);
    }
    ts.forEachChild(inner, visit);
  };
  visit(findBlock(declaration));
}

/** Returns whether an expression is `null` or `undefined`. A spread of such a value adds no properties. */
function isNothing(node: ts.Expression): boolean {
  return node.kind === typescript.SyntaxKind.NullKeyword || node.getText() === "undefined";
}

function memberName(access: ts.PropertyAccessExpression | ts.ElementAccessExpression): string | undefined {
  if (typescript.isPropertyAccessExpression(access)) return access.name.text;
  const { argumentExpression } = access;
  return typescript.isStringLiteralLike(argumentExpression) ? argumentExpression.text : undefined;
}

function findBlock(node: ts.Node): ts.Node {
  const ts = typescript;
  let block = node;
  while (!ts.isBlock(block) && !ts.isSourceFile(block)) block = block.parent;
  return block;
}
