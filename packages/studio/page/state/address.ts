import { type Condition, type Operator, operators, type RowQuery, type StoredKeys } from "../../src/contract/query.js";
import { edmNames, type FieldText, type RowId } from "../../src/contract/rows.js";

/** State of the page that the URL contains, so that a link leads to the same query, row and view. */
export interface Route {
  readonly page: "rows" | "model" | "sql";
  /** Text of the SQL query, for the page of that name. It is never run without the user. */
  readonly sql?: string;
  readonly query?: RowQuery;
  /** Row that is open in the panel beside the grid. */
  readonly row?: (RowId & { readonly table: string }) | undefined;
  /** Display of the rows: as a grid, which is the default, or as a tree by their keys. */
  readonly view?: "grid" | "tree";
}

/** Names of the parameters for stored keys. A `$` cannot begin the name of a property. */
const storedNames: readonly (readonly [name: string, member: keyof StoredKeys])[] = [
  ["$pk", "partitionKey"],
  ["$pkPrefix", "partitionKeyPrefix"],
  ["$rk", "rowKey"],
  ["$rkFrom", "rowKeyFrom"],
  ["$rkBefore", "rowKeyBefore"],
];

/**
 * Returns the URL fragment for a state of the page: `#/Shop/Order?customerId=C1&total.gt=100` for orders of a customer above a total,
 * `#/Shop` for the rows of a table as they are stored, `#/Shop?total.gt.Double=100` for some of them, `#model`, `#sql?SELECT%201`, and `#` for the home page. Conditions without a value are left out.
 */
export function formatAddress({ page, query, row, view, sql }: Route): string {
  if (page === "model") return "#model";
  if (page === "sql") return sql === undefined || sql === "" ? "#sql" : `#sql?${encodeURIComponent(sql)}`;
  if (query === undefined) return "#";
  const parameters = new URLSearchParams(query.keys.map(([name, text]) => [name, text]));
  for (const [name, member] of storedNames) {
    const text = query.stored?.[member];
    if (text !== undefined) parameters.append(name, text);
  }
  for (const { property, type, operator, text, isDraft } of query.where)
    if (!isDraft)
      parameters.append(`${property}.${operator}${type === undefined ? "" : type.replace("Edm", "")}`, text);
  if (query.filter !== undefined) parameters.append("$filter", query.filter);
  if (query.expired) parameters.append("$expired", "yes");
  if (view === "tree") parameters.append("$view", "tree");
  if (row !== undefined) {
    if (row.table !== query.table) parameters.append("$rowTable", row.table);
    parameters.append("$rowPk", row.partitionKey);
    parameters.append("$rowRk", row.rowKey);
  }
  const path = [query.table, ...(query.entity === undefined ? [] : [query.entity])].map(encodeURIComponent).join("/");
  return `#/${path}${parameters.size === 0 ? "" : `?${readable(parameters.toString())}`}`;
}

/** Decodes the characters that a fragment may contain as they are. */
function readable(encoded: string): string {
  return encoded.replace(/%(?:21|24|2C|2F|3A|3B|40)/g, decodeURIComponent);
}

/** Reads the URL fragment of a state of the page. One that is none leads to the home page. */
export function readAddress(fragment: string): Route {
  if (fragment === "#model") return { page: "model" };
  if (/^#sql(?:\?|$)/.test(fragment)) return readSqlAddress(fragment);
  const [, path, parameters = ""] = /^#\/([^?]+)(?:\?(.*))?$/s.exec(fragment) ?? [];
  if (path === undefined) return { page: "rows" };
  try {
    const [table = "", entity] = path.split("/").map(decodeURIComponent);
    return readParameters(table, entity, new URLSearchParams(parameters));
  } catch {
    // A `%` in an address that was edited by hand.
    return { page: "rows" };
  }
}

function readSqlAddress(fragment: string): Route {
  const encoded = fragment.slice("#sql?".length);
  try {
    return encoded === "" ? { page: "sql" } : { page: "sql", sql: decodeURIComponent(encoded) };
  } catch {
    // A `%` in an address that was edited by hand.
    return { page: "sql" };
  }
}

function readParameters(table: string, entity: string | undefined, parameters: URLSearchParams): Route {
  const text = (name: string) => parameters.get(name) ?? undefined;
  const keys: FieldText[] = [];
  const where: Condition[] = [];
  for (const [name, value] of parameters) {
    if (name.startsWith("$")) continue;
    const [property = "", given, shortType] = name.split(".");
    const type = edmNames.find((each) => each === `Edm.${shortType}`);
    const operator = operators.find((each) => each === given);
    if (given === undefined) keys.push([property, value]);
    else if (operator !== undefined)
      where.push({ property, operator, text: value, ...(type !== undefined && { type }) });
  }
  const stored: StoredKeys = Object.fromEntries(
    storedNames.flatMap(([name, member]) => {
      const value = text(name);
      return value === undefined ? [] : [[member, value]];
    }),
  );
  const [filter, partitionKey, rowKey] = [text("$filter"), text("$rowPk"), text("$rowRk")];
  const query: RowQuery = {
    table,
    keys,
    where,
    ...(entity !== undefined && { entity }),
    ...(Object.keys(stored).length > 0 && { stored }),
    ...(filter !== undefined && { filter }),
    ...(parameters.has("$expired") && { expired: true }),
  };
  return {
    page: "rows",
    query,
    ...(partitionKey !== undefined &&
      rowKey !== undefined && { row: { table: text("$rowTable") ?? table, partitionKey, rowKey } }),
    ...(text("$view") === "tree" && { view: "tree" }),
  };
}

export function emptyQuery(table: string, entity?: string): RowQuery {
  return { table, keys: [], where: [], ...(entity !== undefined && { entity }) };
}

/** Returns a query without the conditions whose value was not typed yet. */
export function withoutDrafts(query: RowQuery): RowQuery {
  return { ...query, where: query.where.filter(({ isDraft }) => !isDraft) };
}

/** Returns true if a query asks for all rows of its entity or table. Its first page is requested without waiting for the plan. */
export function isWholeQuery({ keys, where, filter, stored }: RowQuery): boolean {
  return keys.length === 0 && where.length === 0 && filter === undefined && stored === undefined;
}

/** Operators as people read them. */
export const operatorSigns: Readonly<Record<Operator, string>> = {
  eq: "=",
  ne: "≠",
  gt: ">",
  ge: "≥",
  lt: "<",
  le: "≤",
  startsWith: "starts with",
};

/** Returns what a query asks for, such as `C1, total > 100`; an empty text for all rows. */
export function describeQuery({ keys, where, filter, stored = {} }: RowQuery): string {
  const { partitionKey, partitionKeyPrefix, rowKey, rowKeyFrom, rowKeyBefore } = stored;
  const storedTexts = [
    partitionKey,
    partitionKeyPrefix !== undefined && `${partitionKeyPrefix}…`,
    rowKey,
    rowKeyFrom !== undefined && `≥ ${rowKeyFrom}`,
    rowKeyBefore !== undefined && `< ${rowKeyBefore}`,
  ].flatMap((each) => (each === undefined || each === false ? [] : each));
  return [
    ...keys.map(([, text]) => text),
    ...storedTexts,
    ...where
      .filter(({ isDraft }) => !isDraft)
      .map(({ property, operator, text }) => `${property} ${operatorSigns[operator]} ${text}`),
    ...(filter === undefined ? [] : [filter]),
  ].join(", ");
}
