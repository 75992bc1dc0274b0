import { clientTypesPath } from "../program/client-types.js";
import { findImport } from "../program/find-import.js";
import type { OpenProgram } from "../program/open-program.js";
import { type ts, typescript } from "../program/typescript.js";
import { noBindings } from "../trace/origin.js";
import type { Tracer } from "../trace/tracer.js";

export type ClientClass = "TableClient" | "TableServiceClient" | "TableTransaction";

/** A call of a method of `@azure/data-tables`. */
export interface ClientCall {
  /**
   * Class of the object whose method is called; undefined if the object's type is unknown. A call on an object of unknown type is included
   * only if other libraries are unlikely to use the method's name, such as `upsertEntity`.
   */
  readonly client: ClientClass | undefined;
  readonly method: string;
  readonly node: ts.CallExpression;
  readonly receiver: ts.Expression;
}

const methods: Readonly<Record<ClientClass, readonly string[]>> = {
  TableClient: [
    "createTable",
    "deleteTable",
    "getEntity",
    "listEntities",
    "createEntity",
    "upsertEntity",
    "updateEntity",
    "deleteEntity",
    "submitTransaction",
    "getAccessPolicy",
    "setAccessPolicy",
  ],
  TableServiceClient: ["createTable", "deleteTable", "listTables", "getProperties", "setProperties", "getStatistics"],
  TableTransaction: ["createEntity", "upsertEntity", "updateEntity", "deleteEntity"],
};

/**
 * Names of the methods of all client classes. Resolving the type of an object is slow, so it is done only for calls with one of these
 * names.
 */
const anyMethod: ReadonlySet<string> = new Set(Object.values(methods).flat());

/** Matches method names that no other library is likely to use. A call of such a method counts even if its object's type is unknown. */
const telling = /^(getEntity|listEntities|createEntity|upsertEntity|updateEntity|deleteEntity|submitTransaction)$/;

/** Finds all calls of `@azure/data-tables` in a program, ordered by file and position. */
export function findClientCalls({ files }: OpenProgram, tracer: Tracer): readonly ClientCall[] {
  const found: ClientCall[] = [];
  const visit = (node: ts.Node): void => {
    const call = typescript.isCallExpression(node) ? findClientCall(tracer, node) : undefined;
    if (call !== undefined) found.push(call);
    typescript.forEachChild(node, visit);
  };
  files.forEach(visit);
  return found;
}

function findClientCall(tracer: Tracer, node: ts.CallExpression): ClientCall | undefined {
  const { checker } = tracer;
  const { expression } = node;
  if (!typescript.isPropertyAccessExpression(expression)) return undefined;
  const method = expression.name.text;
  if (!anyMethod.has(method)) return undefined;
  const receiver = expression.expression;
  const type = checker.getNonNullableType(checker.getTypeAtLocation(receiver));
  const client = findClientClass(type) ?? findCreatedClass(tracer, type, receiver);
  if (client !== undefined) return methods[client].includes(method) ? { client, method, node, receiver } : undefined;
  const isUnknown = (type.flags & typescript.TypeFlags.Any) !== 0;
  if (!isUnknown || !telling.test(method)) return undefined;
  return isOfFormerClient(node.getSourceFile()) ? undefined : { client, method, node, receiver };
}

/** Returns whether the clients of a file are from `azure-storage`, an older package that has some methods with the same names. */
function isOfFormerClient(file: ts.SourceFile): boolean {
  return findImport(file, "azure-storage") !== undefined && findImport(file, "@azure/data-tables") === undefined;
}

/** Returns the class of a client that the program creates and keeps in a variable of unknown type; undefined if there is none. */
function findCreatedClass(tracer: Tracer, type: ts.Type, receiver: ts.Expression): ClientClass | undefined {
  if ((type.flags & typescript.TypeFlags.Any) === 0) return undefined;
  const origins = tracer.follow({ node: receiver, bindings: noBindings });
  const classes = origins.map(({ node }) => findClientClass(tracer.checker.getTypeAtLocation(node)));
  return classes.find((found) => found !== undefined);
}

/** Returns the class of `@azure/data-tables` that a type is or extends; undefined if it is another type. */
export function findClientClass(type: ts.Type): ClientClass | undefined {
  const symbol = type.getSymbol();
  const file = symbol?.valueDeclaration?.getSourceFile().fileName;
  if (file === clientTypesPath)
    return symbol !== undefined && symbol.name in methods ? (symbol.name as ClientClass) : undefined;
  const [base] = type.isClass() ? (type.getBaseTypes() ?? []) : [];
  return base && findClientClass(base);
}
