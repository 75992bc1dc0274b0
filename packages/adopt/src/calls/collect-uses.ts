import type { SourceHost } from "@tablewright/generator";
import type { OpenProgram } from "../program/open-program.js";
import type { ts } from "../program/typescript.js";
import type { Uncertainty } from "../report.js";
import type { Bindings } from "../trace/origin.js";
import type { Tracer } from "../trace/tracer.js";
import { CallSites } from "./call-sites.js";
import { type ClientCall, findClientCalls } from "./client-calls.js";
import { type ClientTables, findClientTables, TransactionTables, tableNames } from "./client-tables.js";
import { ClientWiring } from "./client-wiring.js";
import { type EntityUse, findEntityUses, readMode } from "./entity-uses.js";
import { findBindingUses } from "./function-bindings.js";

/** A call of `@azure/data-tables`, or a use of a binding of an Azure Function, with the tables that it may use. */
export interface TracedCall {
  readonly node: ts.Node;
  /** Name of the method, or kind of the binding. */
  readonly method: string;
  readonly tables: readonly string[];
  /** Reasons to doubt `tables`. */
  readonly tableDoubts: readonly string[];
  readonly mode: "Merge" | "Replace" | undefined;
  readonly hasPartition: boolean;
}

/** Everything that the calls of a program show about its tables. */
export interface CollectedUses {
  readonly calls: readonly TracedCall[];
  /** Findings about the rows of each table, by table name. */
  readonly tables: ReadonlyMap<string, readonly EntityUse[]>;
  /** Names in `tables` that were invented, because the program does not show the names of these tables. */
  readonly placeholders: ReadonlySet<string>;
  readonly uncertain: readonly Uncertainty[];
}

/**
 * Finds all calls of `@azure/data-tables` in a program, and what they show about tables and rows. Reads each call once for each chain of
 * callers that leads to it.
 */
export function collectUses(program: OpenProgram, tracer: Tracer, host: SourceHost): CollectedUses {
  const sites = new CallSites(program);
  const wiring = new ClientWiring(program);
  const found = findClientCalls(program, tracer);
  const transactions = transactionTables(tracer, wiring, sites, found);
  const tables = new Map<string, EntityUse[]>();
  const placeholders = new Set<string>();
  const uncertain: Uncertainty[] = [];
  const doubt = (node: ts.Node, message: string) => uncertain.push({ location: program.locationOf(node), message });

  const calls = found.map((call): TracedCall => {
    const { node, method, client, receiver } = call;
    const isUnsure = client === undefined;
    const unsure = `${method} may be of @azure/data-tables: the type of ${receiver.getText()} is not known`;
    if (isUnsure) doubt(node, unsure);
    const [, second] = node.arguments;
    const ways = sites.waysTo(node).map((bindings) => ({
      of: tablesOf(tracer, wiring, transactions, call, bindings),
      uses: findEntityUses(tracer, call, bindings),
      mode: readMode(tracer, second && { node: second, bindings }),
    }));
    const names = [...new Set(ways.flatMap(({ of }) => of.names))].sort();
    for (const { of, uses } of ways) {
      const isUnnamed = names.length === 0 && uses.length > 0;
      if (isUnnamed) placeholders.add(of.placeholder);
      for (const name of isUnnamed ? [of.placeholder] : of.names)
        tables.set(name, [...(tables.get(name) ?? []), ...uses]);
    }
    // If the chains of callers show exactly one table name, the call uses that table. The doubts of chains that show no name are then not
    // reported.
    const doubts = [...new Set(ways.flatMap(({ of }) => of.doubts))];
    const tableDoubts = names.length === 1 ? doubts.filter(isAboutName) : doubts;
    for (const message of tableDoubts) doubt(node, message);
    const modes = new Set(ways.map(({ mode }) => mode));
    return {
      node,
      method,
      tables: names,
      tableDoubts: isUnsure ? [...tableDoubts, unsure] : tableDoubts,
      mode: modes.size === 1 ? ways[0]?.mode : undefined,
      hasPartition: filtersPartition(call) || ways.some(({ uses: [use] }) => use?.partitionKey !== undefined),
    };
  });
  const bound = findBindingUses(program, tracer, host).map((use): TracedCall => {
    const { node, method, tables: of, uses } = use;
    const isUnnamed = of.names.length === 0 && uses.length > 0;
    if (isUnnamed) placeholders.add(of.placeholder);
    for (const name of isUnnamed ? [of.placeholder] : of.names)
      tables.set(name, [...(tables.get(name) ?? []), ...uses]);
    for (const message of of.doubts) doubt(node, message);
    const hasPartition = uses.some(({ partitionKey }) => partitionKey !== undefined);
    return { node, method, tables: of.names, tableDoubts: of.doubts, mode: undefined, hasPartition };
  });
  return { calls: [...calls, ...bound], tables, placeholders, uncertain };
}

function tablesOf(
  tracer: Tracer,
  wiring: ClientWiring,
  transactions: TransactionTables,
  { client, method, node, ...call }: ClientCall,
  bindings: Bindings,
): ClientTables {
  const receiver = { node: call.receiver, bindings };
  const [name] = node.arguments;
  if (client === "TableTransaction") return transactions.of(tracer, receiver);
  if (client !== "TableServiceClient") return findClientTables(tracer, wiring, receiver);
  const isOfTable = name !== undefined && /Table$/.test(method);
  return tableNames(tracer, isOfTable ? [{ node: name, bindings }] : []);
}

function transactionTables(
  tracer: Tracer,
  wiring: ClientWiring,
  sites: CallSites,
  calls: readonly ClientCall[],
): TransactionTables {
  const tables = new TransactionTables();
  for (const { method, node, receiver } of calls) {
    const [actions] = node.arguments;
    if (method !== "submitTransaction" || actions === undefined) continue;
    for (const bindings of sites.waysTo(node)) {
      tables.add(tracer, actions, bindings, findClientTables(tracer, wiring, { node: receiver, bindings }));
    }
  }
  return tables;
}

function isAboutName(message: string): boolean {
  return message.startsWith("the table's name");
}

function filtersPartition({ node }: ClientCall): boolean {
  return /PartitionKey eq /.test(node.getText());
}
