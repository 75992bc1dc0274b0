import type { Comparable, ComparisonOperator, Filter, PropertyReader } from "./filter.js";

/** Value of a comparison in Cosmos DB: undefined if a property is absent, or if the two sides are not of the same JSON type. */
type Truth = boolean | undefined;

/**
 * Compiles a filter into a predicate as Cosmos DB evaluates it: only an entity for which the filter is true matches. An absent property
 * makes its comparison undefined, and `not` of undefined remains undefined. Timestamp counts as absent: no comparison with it is true.
 * https://learn.microsoft.com/azure/cosmos-db/table/tutorial-query#query-by-using-an-odata-filter
 * https://learn.microsoft.com/azure/cosmos-db/nosql/query/equality-comparison-operators
 */
export function cosmosFilterFunction<Item>(filter: Filter, read: PropertyReader<Item>): (item: Item) => boolean {
  const truthOf = compile(filter, (item: Item, property) =>
    property === "Timestamp" ? undefined : read(item, property),
  );
  return (item) => truthOf(item) === true;
}

function compile<Item>(filter: Filter, read: PropertyReader<Item>): (item: Item) => Truth {
  switch (filter.kind) {
    case "and": {
      const [left, right] = [compile(filter.left, read), compile(filter.right, read)];
      return (item) => conjunction(left(item), right(item));
    }
    case "or": {
      const [left, right] = [compile(filter.left, read), compile(filter.right, read)];
      return (item) => negation(conjunction(negation(left(item)), negation(right(item))));
    }
    case "not": {
      const operand = compile(filter.operand, read);
      return (item) => negation(operand(item));
    }
    case "constant":
      return () => filter.value;
    case "flag":
      return (item) => read(item, filter.property)?.value === true;
    case "compare": {
      const { property, operator } = filter;
      const right = storedForm(filter.literal);
      return (item) => {
        const value = read(item, property);
        return value === undefined ? undefined : compare(storedForm(value), operator, right);
      };
    }
  }
}

function conjunction(left: Truth, right: Truth): Truth {
  if (left === false || right === false) return false;
  return left === undefined || right === undefined ? undefined : true;
}

function negation(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

type StoredForm = string | number | boolean;

/**
 * Returns a value as the JSON in which Cosmos DB stores it. Int64 and the ticks of a DateTime are text of 20 digits, with the sign of a
 * negative one in front, so that negative Int64 sort backwards. Source: SchemaUtil of Microsoft.Azure.Cosmos.Table, Microsoft's client.
 */
function storedForm({ value }: Comparable): StoredForm {
  if (typeof value !== "bigint") return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  const digits = String(value < 0n ? -value : value).padStart(20, "0");
  return value < 0n ? `-${digits}` : digits;
}

function compare(left: StoredForm, operator: ComparisonOperator, right: StoredForm): Truth {
  if (typeof left !== typeof right) return undefined;
  switch (operator) {
    case "eq":
      return left === right;
    case "ne":
      return left !== right;
    case "gt":
      return left > right;
    case "ge":
      return left >= right;
    case "lt":
      return left < right;
    case "le":
      return left <= right;
  }
}
