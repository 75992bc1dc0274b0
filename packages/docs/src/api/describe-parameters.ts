import {
  Comment,
  DeclarationReflection,
  ParameterReflection,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
  type SignatureReflection,
  type SomeType,
} from "typedoc";

/** Descriptions of parameters that mean the same in every function, by name. The docstring of a function may say more with `@param`. */
const commonNames: Readonly<Record<string, string>> = {
  __namedParameters: "Client of the account, or a view from `withTables`.",
  build: "Callback that adds the operations of the transaction.",
  callback: "Function to call for each header.",
  cause: "Error that led to this one.",
  clock: "Clock that dates the request.",
  code: "Code of the error, such as `entity.not-found`.",
  condition: "Condition on the row that is stored.",
  connection: "Connection of a client.",
  count: "Number of requests.",
  details: "Facts about the response.",
  entities: "Generated classes of entities.",
  entity: "Generated class of the entity.",
  error: "Any value that a program has caught.",
  handler: "Object that receives the response.",
  items: "Items to write, each with one operation.",
  json: "JSON to read.",
  level: 'Always `"none"`.',
  lines: "Lines of NDJSON.",
  listener: "Function to call when the event occurs.",
  message: "Text for people.",
  milliseconds: "Duration in milliseconds.",
  name: "Name of the table.",
  names: "Names of the properties to read.",
  options: "Options of the call.",
  partitionKey: "PartitionKey as it is stored.",
  path: "Position of the value, with which messages begin.",
  place: "Operation or index row that the error is about.",
  properties: "Values by stored name, each with its Edm type.",
  query: "Query that finds the rows.",
  reason: "Reason of the failure, as a sentence.",
  rowKey: "RowKey as it is stored.",
  rows: "Maximum number of rows.",
  schema: "Schema of the entity, which its class has as `$schema`.",
  table: "Name of the table.",
  text: "Text to read.",
  time: "Time to set.",
  type: "Name of the event.",
  value: "Value to write.",
};

/**
 * Describes the parameters that the docstring of their function does not describe: with the docstring of their type, or else with the text
 * in `commonNames`.
 * @returns the full names of parameters that have no description afterwards
 */
export function describeParameters(project: ProjectReflection): string[] {
  const parameters = project.getReflectionsByKind(ReflectionKind.Parameter);
  return parameters.flatMap((parameter) => {
    if (!(parameter instanceof ParameterReflection) || !isShown(parameter)) return [];
    if (parameter.comment?.hasVisibleComponent() === true) return [];
    const text = firstSentence(describeType(parameter, parameter.type)) ?? commonNames[parameter.name];
    if (text === undefined) return [parameter.getFullName()];
    parameter.comment = new Comment([{ kind: "text", text }]);
    return [];
  });
}

/** Returns whether a page has a row for the parameter. It has none for `this`, and for the parameters of a callback's type. */
function isShown({ name, parent }: ParameterReflection): boolean {
  const owner = parent?.parent;
  return name !== "this" && owner !== undefined && !owner.kindOf(ReflectionKind.TypeLiteral);
}

/** Returns the docstring of a type; undefined if it has none. A list is described by its elements. */
function describeType(user: Reflection, type: SomeType | undefined): string | undefined {
  switch (type?.type) {
    case "array":
      return describeType(user, type.elementType);
    case "typeOperator":
      return describeType(user, type.target);
    case "union":
    case "intersection":
      return type.types.map((part) => describeType(user, part)).find((text) => text !== undefined);
    case "reference":
      return summaryOf(type.reflection) ?? describeType(user, type.typeArguments?.[0]);
    case "indexedAccess": {
      const { objectType, indexType } = type;
      if (objectType.type !== "reference" || indexType.type !== "literal") return undefined;
      return summaryOf(findConstraint(user, objectType.name)?.getChildByName(String(indexType.value)));
    }
    default:
      return undefined;
  }
}

/** Returns the interface that a type parameter extends, such as `EntityTypes` for `T`. */
function findConstraint(user: Reflection, name: string): DeclarationReflection | undefined {
  for (let owner: Reflection | undefined = user; owner !== undefined; owner = owner.parent) {
    const { typeParameters = [] } = owner as Partial<Pick<SignatureReflection, "typeParameters">>;
    const found = typeParameters.find((each) => each.name === name)?.type;
    if (found?.type === "reference" && found.reflection instanceof DeclarationReflection) return found.reflection;
  }
  return undefined;
}

function summaryOf(reflection: Reflection | undefined): string | undefined {
  const text = reflection?.comment?.summary.map((part) => part.text).join("");
  return text === "" ? undefined : text;
}

function firstSentence(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (/^[\s\S]*?[.:](?=\s|$)/.exec(text)?.[0] ?? text).replace(/:$/, ".");
}
