import type { Digit, NotInName } from "./characters.js";

type BadTableName = `${Digit}${string}` | `${string}${NotInName | "_"}${string}`;

/** `Name` when a table can have that name, else the reason as a sentence. The upper limit of 63 is the generator's. */
export type CheckTableName<Name extends string> = Name extends BadTableName
  ? WhyNotTableName<Name>
  : Lowercase<Name> extends "tables"
    ? `✗ "${Name}" is a name that the service keeps for itself; pick another table name`
    : Name extends `${infer _1}${infer _2}${infer _3}${string}`
      ? Name
      : string extends Name
        ? Name
        : `✗ table name "${Name}" is too short: it needs 3 to 63 characters`;

type WhyNotTableName<Name extends string> = Name extends `${Digit}${string}`
  ? `✗ table name "${Name}" starts with a digit; it must start with a letter`
  : `✗ table name "${Name}" may hold only A-Z, a-z and 0-9`;
