import { type ts, typescript } from "../program/typescript.js";
import { templateText } from "../trace/hole.js";
import type { Bindings, Origin } from "../trace/origin.js";
import { traceTemplates } from "../trace/template.js";
import type { Tracer } from "../trace/tracer.js";
import { findClientClass } from "./client-calls.js";
import type { ClientWiring } from "./client-wiring.js";

/** Tables that a `TableClient` may use. */
export interface ClientTables {
  /** Possible table names; empty if the program's text does not show any. */
  readonly names: readonly string[];
  /** Table name to use in a draft if the program's text does not show the real one. */
  readonly placeholder: string;
  /** Reasons to doubt the table names, as messages of the report. */
  readonly doubts: readonly string[];
}

const unknownTable = "UnknownTable";

/**
 * Finds the tables that a `TableClient` may use, from the table argument of the call that created the client. That call can be in the
 * registration of the client in a dependency injection container.
 */
export function findClientTables(tracer: Tracer, wiring: ClientWiring, receiver: Origin): ClientTables {
  const made = [...tracer.follow(receiver), ...wiring.clientsFor(tracer, receiver)].flatMap((from) => {
    const name = tableArgumentOf(tracer, from);
    return name === undefined ? [] : [name];
  });
  if (made.length === 0)
    return {
      names: [],
      placeholder: placeholderOfClient(receiver.node),
      doubts: ["cannot determine the client's table"],
    };
  return tableNames(tracer, made);
}

/** Matches client variables whose names do not suggest a table, such as `tableClient`. */
const anyClient = /^_?(?:the)?(?:table)?(?:client|table|store|db|c|tc)$/i;

/**
 * Derives a placeholder for the table's name from the name of the client's variable, or else from the name of the class or file around it.
 * So unrelated clients get different tables.
 */
function placeholderOfClient(node: ts.Expression): string {
  const own = /[\p{L}_]\w*$/u.exec(node.getText())?.[0] ?? "";
  const named = own.replace(/\W|_/g, "").replace(/(?:Table)?(?:Client|Table)$/, "");
  if (named.length > 2 && !anyClient.test(own)) return capitalize(named);
  return placeholderOf(`${nameAround(node)}Table`);
}

/**
 * Returns the name of the class around a node, or else that of the node's file, without folder and extensions: `orders` for
 * `/src/orders.ts`.
 */
function nameAround(node: ts.Node): string {
  const ts = typescript;
  if (ts.isSourceFile(node)) return node.fileName.replace(/.*\//, "").replace(/\..*/, "");
  return ts.isClassLike(node) && node.name !== undefined ? node.name.text : nameAround(node.parent);
}

/** Finds the possible table names in the table argument of a call. */
export function tableNames(tracer: Tracer, origins: readonly Origin[]): ClientTables {
  const templates = origins.flatMap((origin) => traceTemplates(tracer, origin));
  const texts = templates.map(templateText);
  const names = templates.flatMap((template) =>
    template.length === 1 && typeof template[0] === "string" ? [template[0]] : [],
  );
  const known = [...new Set(names)].sort();
  const open = [...new Set(texts)].filter((text) => !known.includes(text));
  const doubts = open.map((text) =>
    text === ""
      ? "the table's name is empty"
      : `the table's name is ${text}, which is known only when the program runs`,
  );
  if (origins.some((origin) => tracer.follow(origin).some(({ isDefault }) => isDefault)))
    doubts.push(`the table's name ${[...new Set(texts)].join(" or ")} is only a default`);
  if (known.length > 1) doubts.push(`the client's table may be ${known.join(" or ")}`);
  return { names: known, placeholder: open.map(placeholderOf)[0] ?? unknownTable, doubts };
}

/**
 * Derives a placeholder for a table's name from the template of the name, in which braces mark the variable parts: `TableName` for
 * `{TABLE_NAME}`, `Orders` for `{prefix}Orders`.
 */
function placeholderOf(text: string): string {
  const literal = text.replace(/\{[^}]*\}/g, "").replace(/[^A-Za-z0-9]/g, "");
  const words = (literal.length > 2 ? literal : text).match(/[A-Za-z0-9]+/g) ?? [];
  const name = words
    .map((word) => (/[a-z]/.test(word) ? word : word.toLowerCase()))
    .map(capitalize)
    .join("");
  return /^[A-Za-z][A-Za-z0-9]{2,62}$/.test(name) ? name : unknownTable;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Returns the table argument of an expression that creates a `TableClient`: the second one of `new TableClient` and of
 * `TableClient.fromConnectionString`; undefined for any other expression.
 */
function tableArgumentOf({ checker }: Tracer, { node, bindings }: Origin): Origin | undefined {
  const ts = typescript;
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
  if (findClientClass(checker.getTypeAtLocation(node)) !== "TableClient") return undefined;
  const isStatic =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "fromConnectionString";
  if (!ts.isNewExpression(node) && !isStatic) return undefined;
  const name = node.arguments?.[1];
  return name && { node: name, bindings };
}

/** Tables of the clients that submit each `TableTransaction`, by the expression that creates the transaction. */
export class TransactionTables {
  readonly #tables = new Map<ts.Node, ClientTables>();

  /** Records the tables of the client that submits a transaction. @param actions the argument of `submitTransaction` */
  add(tracer: Tracer, actions: ts.Expression, bindings: Bindings, tables: ClientTables): void {
    if (!typescript.isPropertyAccessExpression(actions) || actions.name.text !== "actions") return;
    for (const { node } of tracer.follow({ node: actions.expression, bindings })) this.#tables.set(node, tables);
  }

  of(tracer: Tracer, receiver: Origin): ClientTables {
    for (const { node } of tracer.follow(receiver)) {
      const found = this.#tables.get(node);
      if (found !== undefined) return found;
    }
    return {
      names: [],
      placeholder: unknownTable,
      doubts: ["cannot determine the table to which the transaction is submitted"],
    };
  }
}
