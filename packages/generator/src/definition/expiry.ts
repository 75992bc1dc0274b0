import type { PropertyDefinition } from "./property.js";

declare const expiry: unique symbol;

/** A property that can be the `ttl` of an entity. */
export interface ExpiryTime {
  readonly [expiry]: true;
}

/** Argument of `ttl`: one reference per property. The generator checks that an optional one is a time. */
export type ExpiryReferences<P> = {
  readonly [Name in keyof P]: P[Name] extends PropertyDefinition<"dateTime" | "optional">
    ? ExpiryTime
    : `✗ "${Name & string}" is not an edm.dateTime(): ttl needs the time at which a row expires`;
};
