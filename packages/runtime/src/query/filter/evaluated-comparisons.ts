import type { EdmName } from "../../codec/edm/edm-type.js";
import { TableError } from "../../errors/table-error.js";
import type { ServiceKind } from "../../schema/limits.js";
import type { FilterPart, Operator } from "./filter.js";
import { isLowest } from "./filter-stored-type.js";

/** Operands for which a service evaluates a comparison correctly: all, those of at least 0, or none. */
type Evaluation = "all" | "from 0" | "none";

/** Comparisons in `$filter` that a service evaluates as the protocol describes. */
interface EvaluatedComparisons {
  /** System properties, with any operator. */
  readonly system: Readonly<Record<"PartitionKey" | "RowKey" | "Timestamp", Evaluation>>;
  /** Evaluation of `eq` and `ne` by the service, for each Edm type of the value. */
  readonly equality: Readonly<Record<LiteralType, Evaluation>>;
  /** Evaluation of `gt`, `ge`, `lt` and `le` by the service, for each Edm type of the value. */
  readonly order: Readonly<Record<LiteralType, Evaluation>>;
  /** True if `not` also matches rows that lack the property. */
  readonly notMatchesAbsent: boolean;
  /** True if a stored value of another type than the literal counts as unequal to the literal, and as less than it. */
  readonly otherTypesAreLess: boolean;
}

const allTypes = {
  "Edm.String": "all",
  "Edm.Boolean": "all",
  "Edm.Int32": "all",
  "Edm.Int64": "all",
  "Edm.Double": "all",
  "Edm.DateTime": "all",
  "Edm.Guid": "all",
  "Edm.Binary": "all",
} as const;

type LiteralType = keyof typeof allTypes;

/**
 * Comparisons that each service evaluates. Cosmos DB documents that it blocks conditions on Timestamp: they find no row, without an error.
 * For the rest, Microsoft's client shows how the documents are compared. An Int64 is text of 20 digits after its sign, so negative numbers
 * sort backwards. A date is text too. An absent property, or a value of another JSON type, is undefined, and stays undefined under `not`.
 * @see https://learn.microsoft.com/azure/cosmos-db/table/tutorial-query#query-by-using-an-odata-filter
 * @see https://github.com/Azure/azure-sdk-for-net/issues/32468
 * @see https://www.nuget.org/packages/Microsoft.Azure.Cosmos.Table (SchemaUtil, EntityTranslator, ODataFilterTranslator)
 * @see https://learn.microsoft.com/azure/cosmos-db/nosql/query/equality-comparison-operators
 */
export const evaluatedComparisons: Readonly<Record<ServiceKind, EvaluatedComparisons>> = {
  storage: {
    system: { PartitionKey: "all", RowKey: "all", Timestamp: "all" },
    equality: allTypes,
    order: allTypes,
    notMatchesAbsent: true,
    otherTypesAreLess: true,
  },
  cosmos: {
    system: { PartitionKey: "all", RowKey: "all", Timestamp: "none" },
    equality: allTypes,
    order: { ...allTypes, "Edm.Int64": "from 0" },
    notMatchesAbsent: false,
    otherTypesAreLess: false,
  },
};

interface CheckedQuery {
  readonly kind: ServiceKind;
  /** Name of the entity class or table, for errors. */
  readonly entity: string;
  /** Returns whether every row stores a property of this name. */
  isAlwaysStored(name: string): boolean;
  /** Returns the Edm types in which rows may store a property of this name; none if they are not known. */
  storedTypes(name: string): readonly EdmName[];
}

/**
 * Rejects a filter with a comparison that the service does not evaluate: such a filter would find too few rows, without an error.
 * @throws TableError `query.not-evaluated`
 */
export function checkEvaluated(query: CheckedQuery, filter: FilterPart): void {
  const { system, order, equality, notMatchesAbsent, otherTypesAreLess } = evaluatedComparisons[query.kind];
  visit(filter, []);

  /** @param present the properties that every matched row stores */
  function visit(part: FilterPart, present: readonly string[]): void {
    switch (part.type) {
      case "comparison":
        checkComparison(part.property, part.operator, part.literal);
        break;
      case "in":
        for (const literal of part.literals) checkComparison(part.property, "eq", literal);
        break;
      case "and": {
        const all = [...present, ...part.parts.flatMap(testedForPresence)];
        for (const each of part.parts) visit(each, all);
        break;
      }
      case "or":
        for (const each of part.parts) visit(each, present);
        break;
      case "not":
        if (!notMatchesAbsent) checkNegated(part.part, present);
        visit(part.part, []);
        break;
      case "raw":
        checkRaw(part.text);
    }
  }

  function checkComparison(property: string, operator: Operator, literal: string): void {
    const ofSystem = Object.hasOwn(system, property) ? system[property as keyof typeof system] : "all";
    if (ofSystem === "none") throw notEvaluated(property, "a condition on Timestamp", timestampHelp);
    const types = operator === "eq" || operator === "ne" ? equality : order;
    const evaluation = types[typeOfLiteral(literal)];
    if (evaluation === "none" || (evaluation === "from 0" && literal.startsWith("-")))
      throw notEvaluated(property, `${property} ${operator} ${literal}: negative Edm.Int64 sort backwards`, int64Help);
    if (otherTypesAreLess || types === equality || isLowest(operator, literal)) return;
    const stored = query.storedTypes(property);
    if (stored.includes("Edm.DateTime") && stored.includes("Edm.String"))
      throw notEvaluated(property, "an order of dates and their text, which it compares with each other", readsHelp);
  }

  function checkNegated(part: FilterPart, present: readonly string[]): void {
    switch (part.type) {
      case "comparison":
      case "in":
        if (!query.isAlwaysStored(part.property) && !present.includes(part.property))
          throw notEvaluated(part.property, `a negated condition on rows that lack ${part.property}`, notHelp);
        checkNegatedTypes(part.property);
        break;
      case "and":
      case "or":
        for (const each of part.parts) checkNegated(each, present);
        break;
      case "not":
        checkNegated(part.part, present);
        break;
      case "raw":
        throw notEvaluated("$odata", "a negated condition on rows that lack the property", notHelp);
    }
  }

  /** Rejects a negation if rows may store values of several JSON types. A literal is comparable with only one of them. */
  function checkNegatedTypes(property: string): void {
    const stored = query.storedTypes(property);
    if (otherTypesAreLess || new Set(stored.map(jsonTypeOf)).size <= 1) return;
    throw notEvaluated(property, `ne and $not on rows that store ${property} as ${stored.join(" or ")}`, readsHelp);
  }

  function checkRaw(text: string): void {
    const unquoted = text.replaceAll(/'(?:[^']|'')*'/g, "''");
    if (system.Timestamp === "none" && /\bTimestamp\b/.test(unquoted))
      throw notEvaluated("$odata", "a condition on Timestamp", timestampHelp);
    if (!notMatchesAbsent && /\bnot\b/.test(unquoted))
      throw notEvaluated("$odata", "a negated condition on rows that lack the property", notHelp);
    if (order["Edm.Int64"] === "from 0" && /\b[gl][te]\s+-\d+L\b|(?<!\w)-\d+L\s+[gl][te]\b/.test(unquoted))
      throw notEvaluated("$odata", "an order of negative Edm.Int64, which sort backwards", int64Help);
  }

  function notEvaluated(property: string, what: string, help: string): TableError {
    const { entity } = query;
    const problem = `${entity}.${property}: Cosmos DB does not evaluate ${what}. ${help}`;
    return new TableError("query.not-evaluated", problem, { entity, property });
  }
}

const timestampHelp =
  'Store the time in a property of the entity, such as edm.dateTime({ onWrite: "now" }), or compare $timestamp of the rows in the program.';
const notHelp =
  "Use ne or the opposite operator, which match only rows that have the property, or compare the rows in the program. " +
  "A renamed property (formerly) can be compared once its rows are migrated.";
const readsHelp =
  "Compare the rows in the program. The condition can be sent once the rows are migrated and reads is removed from the definition.";
const int64Help = "Compare the rows in the program.";

/** Returns the property that every row stores which a part matches; none if the part does not test for that. */
function testedForPresence(part: FilterPart): readonly string[] {
  if (part.type === "comparison") return isLowest(part.operator, part.literal) ? [part.property] : [];
  if (part.type !== "or") return [];
  const tested = part.parts.map(testedForPresence);
  const [property] = tested.flat();
  return property !== undefined && tested.every((names) => names.includes(property)) ? [property] : [];
}

function jsonTypeOf(edm: EdmName): "boolean" | "number" | "string" {
  if (edm === "Edm.Boolean") return "boolean";
  return edm === "Edm.Int32" || edm === "Edm.Double" ? "number" : "string";
}

function typeOfLiteral(literal: string): LiteralType {
  if (literal.startsWith("'")) return "Edm.String";
  if (literal === "true" || literal === "false") return "Edm.Boolean";
  if (literal.startsWith("datetime")) return "Edm.DateTime";
  if (literal.startsWith("guid")) return "Edm.Guid";
  if (literal.startsWith("X")) return "Edm.Binary";
  if (literal.endsWith("L")) return "Edm.Int64";
  return /[.eE]/.test(literal) ? "Edm.Double" : "Edm.Int32";
}
