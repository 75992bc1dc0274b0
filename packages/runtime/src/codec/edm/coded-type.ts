import { formatValue } from "../../errors/format-value.js";
import { TableError } from "../../errors/table-error.js";
import { absent, type EdmType, type Given, type WritableProperty, type WriteMode } from "./edm-type.js";
import { wrongType } from "./value-errors.js";

/**
 * Code: the value that is stored for a name, such as 0 for "open". Rows, keys and filters contain the code, TypeScript objects the name.
 */
export type Code = string | number;

/** Edm type whose values are names in TypeScript, and codes in rows, keys and filters. */
export interface CodedType extends EdmType<string> {
  /** Names of the values, in the order of the definition. */
  readonly names: readonly string[];
  /** Returns the code of a name. @throws TableError `value.wrong-type`, `value.not-allowed` */
  codeOf(name: string): Code;
  /** Returns the name of a code; undefined if the definition has no such code. */
  nameOf(code: Code): string | undefined;
}

/** Returns the type as a CodedType if its values are stored as codes; undefined for any other type. */
export function asCoded(type: EdmType): CodedType | undefined {
  return "codeOf" in type ? (type as CodedType) : undefined;
}

/** Creates the Edm type of a property whose values are the names in `codes`. For each name it stores the code, a value of `type`. */
export function codedType(type: EdmType, codes: Readonly<Record<string, Code>>): CodedType {
  const names = Object.keys(codes);
  const codeByName = new Map(Object.entries(codes));
  const nameByCode = new Map(names.map((name) => [codes[name] as Code, name]));
  const texts = new Map(names.map((name) => [name, type.toJson(codes[name])]));
  const choices = () => names.map((name) => JSON.stringify(name)).join(", ");
  const notAllowed = (name: unknown) => {
    if (typeof name !== "string") return wrongType(type.edm, `one of the names ${choices()}`, name);
    return new TableError("value.not-allowed", `is ${formatValue(name)}; the definition allows ${choices()}`);
  };
  const codeOf = (name: string) => {
    const code = codeByName.get(name);
    if (code === undefined) throw notAllowed(name);
    return code;
  };
  return {
    edm: type.edm,
    names,
    codeOf,
    nameOf: (code) => nameByCode.get(code),
    toJson(name) {
      const text = texts.get(name);
      if (text === undefined) throw notAllowed(name);
      return text;
    },
    toLiteral: (name) => type.toLiteral(codeOf(name)),
    fromJson(json, annotation, typed) {
      const code = type.fromJson(json, annotation, typed) as Code;
      const name = nameByCode.get(code);
      if (name !== undefined) return name;
      const listed = names.map((each) => `${JSON.stringify(codes[each])} (${each})`).join(", ");
      const problem = `is stored as ${formatValue(code)}; the definition has the codes ${listed}`;
      throw new TableError("decode.not-allowed", problem);
    },
  };
}

/** Property whose type is a {@link CodedType}. */
interface Coded {
  readonly type: EdmType;
}

/** Writes the JSON member of a property whose value is a name: the member contains the name's code. */
export function writeCode(property: WritableProperty & Coded, value: Given<string>, mode: WriteMode): string {
  if (value === undefined || value === null) return absent(property, mode);
  return property.jsonPrefix + property.type.toJson(value);
}

/**
 * Returns the name of a stored code; undefined if the property is optional and has no value.
 * @throws TableError `decode.*`; the caller adds the names of entity and property
 */
export function readCode(json: unknown, annotation: unknown, { type }: Coded, optional?: true): string | undefined {
  if (optional && (json === undefined || json === null)) return undefined;
  return type.fromJson(json, annotation, true) as string;
}
