import type { SourceHost } from "@tablewright/generator";
import { fromVirtual } from "@tablewright/generator/host";
import type { OpenProgram } from "../program/open-program.js";
import { type ts, typescript } from "../program/typescript.js";
import { findElements } from "../trace/elements.js";
import type { Template } from "../trace/hole.js";
import { findReturns, findSymbol, noBindings, type Origin } from "../trace/origin.js";
import { type Shape, type ShapeProperty, traceShapes } from "../trace/shape.js";
import { traceTemplate } from "../trace/template.js";
import type { Tracer } from "../trace/tracer.js";
import { type ClientTables, tableNames } from "./client-tables.js";
import { type EntityUse, known } from "./entity-uses.js";

/** A place where an Azure Function gives rows to an output binding of the type `table`, or gets rows of an input binding. */
export interface BindingUse {
  readonly node: ts.Node;
  readonly method: "output binding" | "input binding";
  readonly tables: ClientTables;
  readonly uses: readonly EntityUse[];
}

/** A binding of the type `table`. Its keys are undefined if the rows contain them. */
interface Binding {
  readonly direction: "output" | "input";
  readonly tables: ClientTables;
  readonly partitionKey: BindingKey;
  readonly rowKey: BindingKey;
}

/**
 * Returns the key of a binding that is used at a node; undefined if the binding has no key, or only a key that shows nothing, such as
 * `{rowKey}`.
 */
type BindingKey = (node: ts.Node) => Template | undefined;

/**
 * Finds the rows that a program's Azure Functions write and read by bindings: those of the programming model v4, which the program declares
 * with `output.table`, and those that a `function.json` beside the file declares.
 */
export function findBindingUses(program: OpenProgram, tracer: Tracer, host: SourceHost): readonly BindingUse[] {
  const found: BindingUse[] = [];
  const read = new Set<Binding>();
  const add = (node: ts.Node, binding: Binding | undefined, rows: readonly Origin[]) => {
    if (binding !== undefined) found.push(useOf(tracer, node, binding, rows));
  };
  const visit = (node: ts.Node, declared: ReadonlyMap<string, Binding>): void => {
    const ts = typescript;
    if (ts.isCallExpression(node)) {
      const [binding, value] = node.arguments;
      const callee = node.expression.getText();
      if (binding !== undefined && /\.extraOutputs\.set$/.test(callee))
        add(node, findDeclared(tracer, binding), value === undefined ? [] : rowsOf(tracer, value));
      if (binding !== undefined && /\.extraInputs\.get$/.test(callee)) add(node, findDeclared(tracer, binding), []);
      const pushed = /\.bindings\.(\w+)\.push$/.exec(callee)?.[1];
      const written = pushed === undefined ? undefined : declared.get(pushed);
      if (written?.direction === "output") {
        const rows = node.arguments.flatMap((row) => rowsOf(tracer, row));
        add(node, written, rows);
      }
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const name = /\.bindings\.(\w+)$/.exec(node.left.getText())?.[1];
      const written = name === undefined ? undefined : declared.get(name);
      const rows = written?.direction === "output" ? rowsOf(tracer, node.right) : [];
      if (rows.length > 0) add(node, written, rows);
    }
    if (ts.isPropertyAccessExpression(node) && /\.bindings$/.test(node.expression.getText())) {
      const binding = declared.get(node.name.text);
      const isRead = binding?.direction === "input" && !isAssigned(node) && !read.has(binding);
      if (isRead) read.add(binding);
      if (isRead) add(node, binding, []);
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === "return")
      add(
        node,
        findDeclared(tracer, node.initializer),
        returnsOf(tracer, node).flatMap((row) => rowsOf(tracer, row)),
      );
    ts.forEachChild(node, (child) => visit(child, declared));
  };
  for (const file of program.files) {
    const declared = readFunctionJson(host, fromVirtual(file.fileName));
    visit(file, declared);
    const returned = declared.get("$return");
    for (const handler of returned === undefined ? [] : findHandlers(tracer, file)) {
      const rows = (findReturns(handler) ?? []).flatMap((row) => rowsOf(tracer, row));
      if (rows.length > 0) add(handler, returned, rows);
    }
  }
  return found;
}

/** Returns the binding that an expression declares with `output.table` or `output.generic`; undefined for any other expression. */
function findDeclared(tracer: Tracer, expression: ts.Expression): Binding | undefined {
  for (const { node, bindings } of tracer.follow({ node: expression, bindings: noBindings })) {
    if (!typescript.isCallExpression(node)) continue;
    const [, direction, kind] = /(?:^|\.)(output|input)\.(table|generic)$/.exec(node.expression.getText()) ?? [];
    const [options] = node.arguments;
    if (direction === undefined || options === undefined || !typescript.isObjectLiteralExpression(options)) continue;
    const member = (name: string): Origin | undefined => {
      const found = options.properties.find((one) => one.name?.getText() === name);
      if (found === undefined) return undefined;
      if (typescript.isPropertyAssignment(found)) return { node: found.initializer, bindings };
      return typescript.isShorthandPropertyAssignment(found) ? { node: found.name, bindings } : undefined;
    };
    const type = member("type");
    if (kind === "generic" && (type === undefined || traceTemplate(tracer, type)[0] !== "table")) continue;
    const table = member("tableName");
    const key = (name: string): BindingKey => {
      const origin = member(name);
      return () => origin && known(withExpressions(traceTemplate(tracer, origin), origin.node));
    };
    return {
      direction: direction as Binding["direction"],
      tables: tableNames(tracer, table === undefined ? [] : [table]),
      partitionKey: key("partitionKey"),
      rowKey: key("rowKey"),
    };
  }
  return undefined;
}

/** Reads the bindings of the type `table` from the `function.json` in the folder of a file. Returns them by name. */
function readFunctionJson(host: SourceHost, file: string): ReadonlyMap<string, Binding> {
  const text = host.readFile(`${file.slice(0, file.lastIndexOf("/") + 1)}function.json`);
  const bindings = new Map<string, Binding>();
  for (const { name, type, direction, tableName, ...keys } of text === undefined ? [] : parseBindings(text)) {
    if (typeof name !== "string" || type !== "table" || (direction !== "out" && direction !== "in")) continue;
    const isKnown = typeof tableName === "string" && /^[A-Za-z][A-Za-z0-9]{2,62}$/.test(tableName);
    const tables: ClientTables = {
      names: isKnown ? [tableName] : [],
      placeholder: "UnknownTable",
      doubts: isKnown ? [] : [`function.json gives the table's name as ${String(tableName)}`],
    };
    const key =
      (given: unknown): BindingKey =>
      (node) =>
        typeof given === "string" && given !== "" ? known(piecesOf(given, node)) : undefined;
    bindings.set(name, {
      direction: direction === "out" ? "output" : "input",
      tables,
      partitionKey: key(keys["partitionKey"]),
      rowKey: key(keys["rowKey"]),
    });
  }
  return bindings;
}

function parseBindings(text: string): readonly Record<string, unknown>[] {
  try {
    const { bindings } = JSON.parse(text) as { bindings?: unknown };
    return Array.isArray(bindings) ? (bindings as Record<string, unknown>[]) : [];
  } catch {
    return [];
  }
}

/** Returns a key of a binding. Braces in it mark what the Functions host replaces, such as `{id}` from the route or the trigger. */
function withExpressions(template: Template, node: ts.Node): Template {
  return template.flatMap((part): Template => (typeof part === "string" ? piecesOf(part, node) : [part]));
}

function piecesOf(text: string, node: ts.Node): Template {
  const pieces = text.split(/(\{[\w.]+\})/).filter((piece) => piece !== "");
  return pieces.map((piece): Template[number] => {
    const name = /^\{(?:\w+\.)*(\w+)\}$/.exec(piece)?.[1];
    return name === undefined ? piece : { name, form: "text", identity: piece, node };
  });
}

/** Returns the functions that a file exports as its handler: by `module.exports`, by `export default`, or as `run`. */
function findHandlers(tracer: Tracer, file: ts.SourceFile): readonly ts.Node[] {
  const ts = typescript;
  return file.statements.flatMap((statement): readonly ts.Node[] => {
    if (ts.isFunctionDeclaration(statement)) {
      const isDefault = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
      return isDefault || statement.name?.text === "run" ? [statement] : [];
    }
    const exported = ts.isExportAssignment(statement) ? statement.expression : moduleExports(statement);
    return exported === undefined
      ? []
      : tracer.follow({ node: exported, bindings: noBindings }).map(({ node }) => functionOf(tracer, node));
  });
}

function moduleExports(statement: ts.Statement): ts.Expression | undefined {
  const ts = typescript;
  const expression = ts.isExpressionStatement(statement) ? statement.expression : undefined;
  if (expression === undefined || !ts.isBinaryExpression(expression)) return undefined;
  return /^module\.exports(\.run)?$/.test(expression.left.getText()) ? expression.right : undefined;
}

function functionOf({ checker }: Tracer, node: ts.Expression): ts.Node {
  return (typescript.isIdentifier(node) ? findSymbol(checker, node)?.valueDeclaration : undefined) ?? node;
}

function isAssigned({ parent }: ts.Node): boolean {
  return typescript.isBinaryExpression(parent) && parent.operatorToken.kind === typescript.SyntaxKind.EqualsToken;
}

/** Returns the rows of a value that may be one row or a list. */
function rowsOf(tracer: Tracer, value: ts.Expression): readonly Origin[] {
  const origin = { node: value, bindings: noBindings };
  const isList = tracer.checker.isArrayLikeType(tracer.checker.getTypeAtLocation(value));
  return isList ? findElements(tracer, origin) : [origin];
}

/** Returns the expressions that a handler returns, if the function's options declare a `return` binding beside the handler. */
function returnsOf(tracer: Tracer, { parent }: ts.PropertyAssignment): readonly ts.Expression[] {
  const handler = parent.properties.find((one) => one.name?.getText() === "handler");
  if (handler === undefined) return [];
  const own = typescript.isPropertyAssignment(handler) ? handler.initializer : handler;
  const [first] = typescript.isExpression(own) ? tracer.follow({ node: own, bindings: noBindings }) : [];
  return findReturns(first?.node ?? own) ?? [];
}

function useOf(tracer: Tracer, node: ts.Node, binding: Binding, rows: readonly Origin[]): BindingUse {
  const shapes = rows.flatMap((row) => traceShapes(tracer, row));
  const kind = binding.direction === "output" ? "whole" : "read";
  const keysOf = ({ partitionKey, rowKey }: Partial<Shape>) => ({
    partitionKey: partitionKey ?? binding.partitionKey(node),
    rowKey: rowKey ?? binding.rowKey(node),
  });
  const uses = shapes.map(
    (shape): EntityUse => ({ ...shape, ...keysOf(shape), kind, properties: storedByHost(shape), node, call: node }),
  );
  const read: EntityUse = { ...keysOf({}), kind, properties: new Map(), gaps: [], node, call: node };
  return {
    node,
    method: `${binding.direction} binding`,
    tables: binding.tables,
    uses: kind === "read" ? [read] : uses,
  };
}

/**
 * Returns the types in which the Functions host stores the values of a row, which it gets as JSON: a whole number as Edm.Int64, any other
 * number as Edm.Double, a list or an object as its JSON text, and a date as the text that `toJSON` gives.
 * @see https://github.com/Azure/azure-sdk-for-net/tree/main/sdk/tables/Microsoft.Azure.WebJobs.Extensions.Tables
 */
function storedByHost({ properties }: Shape): ReadonlyMap<string, ShapeProperty> {
  return new Map(
    [...properties].map(([name, property]) => {
      const { type, notes } = property;
      if (type === "Int32" || type === "Double" || type === "Int64") {
        const note = "the Functions host stores whole numbers as Edm.Int64, others as Edm.Double";
        return [
          name,
          { ...property, type: type === "Int32" ? "Int64" : undefined, certainty: "likely", notes: [note] },
        ];
      }
      if (type === "DateTime")
        return [name, { ...property, type: "String", certainty: "likely", notes: ["a date as text"] }];
      const isObject = notes.some((note) => note.startsWith("an object"));
      return [
        name,
        isObject
          ? { ...property, type: "String", certainty: "likely", notes: ["the Functions host stores its JSON"] }
          : property,
      ];
    }),
  );
}
