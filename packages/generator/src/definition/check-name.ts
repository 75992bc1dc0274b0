import type { Digit, NotInName } from "./characters.js";
import type { PropertyDefinition } from "./property.js";

type SystemName = "PartitionKey" | "RowKey" | "Timestamp";
/** Member names that have a special meaning in a class, an object or a promise. */
type MemberName = "constructor" | "toJSON" | "then" | "__proto__";
// The compiler builds these unions of patterns once for all properties, so the check of a name costs only a few type instantiations.
type BadStoredName = SystemName | "" | `${Digit}${string}` | `${string}${NotInName}${string}`;
type BadPropertyName = MemberName | BadStoredName;

/**
 * Resolves to `Value` if it is a property and `Name` is a valid name, otherwise to a sentence with the reason, which the compiler shows. It
 * checks only ASCII. The generator checks Unicode, length and count, because they would cost the compiler thousands of type instantiations.
 */
export type CheckProperty<Name, Value> = Name extends BadPropertyName
  ? WhyNotPropertyName<Name>
  : Value extends PropertyDefinition
    ? Value
    : `✗ "${Name & string}" needs a call of a builder: edm.string(), edm.int32() and so on`;

/** Resolves to `Name` if a property can be stored under that name, otherwise to a sentence with the reason. */
export type CheckStoredName<Name> = Name extends BadStoredName ? WhyNotStoredName<Name> : Name;

type WhyNotPropertyName<Name extends string> = Name extends MemberName
  ? `✗ "${Name}" cannot be a member of a class; pick another name and keep the stored one with { name: "${Name}" }`
  : WhyNotStoredName<Name>;

type WhyNotStoredName<Name extends string> = Name extends SystemName
  ? `✗ "${Name}" is a system property; pick another name`
  : Name extends `odata.${string}`
    ? `✗ "${Name}" is reserved: names that start with odata. belong to the protocol`
    : Name extends `${Digit}${string}`
      ? `✗ "${Name}" is not a property name: it starts with a digit`
      : `✗ "${Name}" is not a property name: only letters, digits and _ are allowed`;

type BadTableName = `${Digit}${string}` | `${string}${NotInName | "_"}${string}`;

/**
 * Resolves to `Name` if a table can have that name, otherwise to a sentence with the reason. The generator checks the maximum of 63
 * characters.
 */
export type CheckTableName<Name extends string> = Name extends BadTableName
  ? WhyNotTableName<Name>
  : Lowercase<Name> extends "tables"
    ? `✗ "${Name}" is reserved by the service; pick another table name`
    : Name extends `${infer _1}${infer _2}${infer _3}${string}`
      ? Name
      : string extends Name
        ? Name
        : `✗ table name "${Name}" is too short: it needs 3 to 63 characters`;

type WhyNotTableName<Name extends string> = Name extends `${Digit}${string}`
  ? `✗ table name "${Name}" starts with a digit; it must start with a letter`
  : `✗ table name "${Name}" can contain only A-Z, a-z and 0-9`;
