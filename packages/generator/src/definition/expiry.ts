import type { PropertyDefinition } from "./property.js";

declare const expiry: unique symbol;

/** Reference to a property that can be the `ttl` of an entity. */
export interface ExpiryTime {
  readonly [expiry]: true;
}

/**
 * Argument of the function `ttl`: one reference per property. The generator, not the compiler, checks that an optional property is a time.
 */
export type ExpiryReferences<P> = {
  readonly [Name in keyof P]: P[Name] extends PropertyDefinition<"dateTime" | "optional">
    ? ExpiryTime
    : `✗ "${Name & string}" is not an edm.dateTime(): ttl needs the time at which a row expires`;
};
