import { type ts, typescript } from "../program/typescript.js";
import type { Origin } from "./origin.js";
import { findSymbol, unwrap } from "./origin.js";
import { findStoredType, joinTypes, replaceable, type StoredType, traceStoredType } from "./stored-type.js";
import { buildIdentity, type Template, traceTemplate } from "./template.js";
import type { Tracer } from "./tracer.js";

export interface ShapeProperty extends StoredType {
  /** Identity of the value, equal to the `Hole.identity` of the same value in a key; undefined if it is unknown. */
  readonly identity?: string | undefined;
}

/** Keys and properties of a row, as the program passes it to a call. */
export interface Shape {
  readonly partitionKey: Template | undefined;
  readonly rowKey: Template | undefined;
  readonly properties: ReadonlyMap<string, ShapeProperty>;
  /** Reasons why the row can have more or other properties; empty if all are known. */
  readonly gaps: readonly string[];
}

interface Building {
  partitionKey: Template | undefined;
  rowKey: Template | undefined;
  readonly properties: Map<string, ShapeProperty>;
  readonly gaps: string[];
}

/** Matches names of keys, system members and annotations, which are not properties of an entity. */
const systemNames = /^(partitionKey|rowKey|etag|timestamp|odata\..*|.*@odata\.type)$/;

/** Returns the keys and properties of the row that an expression gives: several if the program decides at run time. */
export function traceShapes(tracer: Tracer, origin: Origin): readonly Shape[] {
  return tracer.follow(origin).map((from) => {
    const shape: Building = { partitionKey: undefined, rowKey: undefined, properties: new Map(), gaps: [] };
    add(tracer, shape, from, false);
    for (const passed of tracer.wayOf(origin)) addAssignments(tracer, shape, passed);
    return shape;
  });
}

function add(tracer: Tracer, shape: Building, origin: Origin, optional: boolean): void {
  const ts = typescript;
  const { node } = origin;
  if (!ts.isObjectLiteralExpression(node)) {
    addType(tracer, shape, node, optional);
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
  const all = tracer.follow({ ...origin, node });
  for (const from of all) add(tracer, shape, from, optional || all.length > 1);
}

function set(tracer: Tracer, shape: Building, name: string, value: Origin, optional: boolean): void {
  if (name === "partitionKey" || name === "rowKey") {
    shape[name] = traceTemplate(tracer, value);
    return;
  }
  if (systemNames.test(name)) return;
  const [from = value] = tracer.follow(value);
  const stored = traceStoredType(tracer, value);
  setProperty(shape, name, {
    ...stored,
    optional: stored.optional || optional,
    identity: buildIdentity(tracer, from.node),
  });
}

/**
 * Sets a property of a row. A later property replaces an earlier one of the same name, unless the later one may be absent; then their types
 * are joined.
 */
function setProperty(shape: Building, name: string, property: ShapeProperty): void {
  const earlier = shape.properties.get(name);
  if (earlier === undefined || !property.optional) shape.properties.set(name, property);
  else shape.properties.set(name, { ...joinTypes(earlier, property), optional: earlier.optional, identity: undefined });
}

/** Adds the properties that the type of an expression declares to a row. Used if the expression is not an object literal. */
function addType(tracer: Tracer, shape: Building, node: ts.Expression, optional: boolean): void {
  const ts = typescript;
  const { checker } = tracer;
  const whole = checker.getTypeAtLocation(node);
  if (whole.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) {
    shape.gaps.push(`the type of ${node.getText()} is not known`);
    for (const [name, property] of shape.properties)
      shape.properties.set(name, { ...property, ...replaceable(property, `${node.getText()} may replace it`) });
    return;
  }
  const type = checker.getNonNullableType(whole);
  if (checker.getIndexInfosOfType(type).length > 0) shape.gaps.push(`${node.getText()} may have any property`);
  for (const symbol of checker.getPropertiesOfType(type)) {
    const { name } = symbol;
    const declared = checker.getTypeOfSymbolAtLocation(symbol, node);
    if (systemNames.test(name) || declared.getCallSignatures().length > 0) continue;
    const stored = findStoredType(checker, declared);
    const isOptional = optional || stored.optional || (symbol.flags & ts.SymbolFlags.Optional) !== 0;
    const certainty = stored.certainty === "proved" ? "likely" : stored.certainty;
    setProperty(shape, name, {
      ...stored,
      certainty,
      optional: isOptional,
      identity: `${buildIdentity(tracer, node)}.${name}`,
    });
  }
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
