import type { Digit, NotInName } from "./characters.js";

type SystemName = "PartitionKey" | "RowKey" | "Timestamp";
/** Members that a class or a promise treats in a way of its own. */
type MemberName = "constructor" | "toJSON" | "then" | "__proto__";
// The patterns are built once, for all properties: that keeps a check at a few instantiations.
type BadStoredName = SystemName | "" | `${Digit}${string}` | `${string}${NotInName}${string}`;
type BadPropertyName = MemberName | BadStoredName;

/**
 * `Ok` when `Name` can be the name of a property, else the reason as a sentence. Looks at ASCII only: a whole check of
 * Unicode, length and count costs thousands of instantiations and is the generator's.
 */
export type CheckPropertyName<Name, Ok> = Name extends BadPropertyName ? WhyNotPropertyName<Name> : Ok;

/** `Name` when a property of that name can be stored, else the reason as a sentence. */
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
