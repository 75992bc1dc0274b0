import type { EntityModel, IndexModel } from "../model/entity-model.js";
import type { KeyProperty } from "../model/keys/key-model.js";
import type { PropertyModel } from "../model/property-model.js";

/**
 * Everything that is needed to write an entity definition as TypeScript. An `EntityModel` has all these members, so it can be written too.
 * Its other members can be derived from these.
 */
export interface EntitySource
  extends Pick<EntityModel, "name" | "table" | "kind" | "kindProperty" | "separator" | "unknownProperties">,
    Partial<Pick<EntityModel, "ttl">> {
  readonly doc?: string | undefined;
  readonly properties: readonly PropertySource[];
  readonly partitionKey: KeySource;
  readonly rowKey: KeySource;
  readonly indexes?: readonly IndexSource[];
  /** Comments before the declaration, one per line. */
  readonly notes?: readonly string[];
  /** Comments after the last property, one per line: about stored properties that are not declared. */
  readonly undeclared?: readonly string[];
}

/** A property of a definition to write. */
export interface PropertySource
  extends Pick<PropertyModel, "name" | "storedName" | "type">,
    Partial<Omit<PropertyModel, "name" | "storedName" | "type" | "key" | "irreversible">> {
  /** Comments beside the property. */
  readonly notes?: readonly string[];
}

/** An index of a definition to write. `entry` describes its rows: their complete keys, and the properties that they store. */
export interface IndexSource extends Pick<IndexModel, "name" | "unique">, Partial<Pick<IndexModel, "ownParts">> {
  readonly doc?: string | undefined;
  readonly entry: Pick<EntityModel, "table"> & {
    readonly partitionKey: KeySource;
    readonly rowKey: KeySource;
    readonly properties: readonly { readonly name: string }[];
  };
}

/** A PartitionKey or RowKey to write. */
export interface KeySource {
  readonly parts: readonly KeyPartSource[];
}

/** A part of a key to write: a literal, or a property that is given by its name. */
export type KeyPartSource =
  | { readonly kind: "literal"; readonly text: string; readonly touches?: true }
  | (Pick<KeyProperty, "kind" | "encoding"> &
      Partial<Pick<KeyProperty, "width" | "shards" | "touches">> & { readonly property: { readonly name: string } });
