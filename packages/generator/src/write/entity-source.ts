import type { EntityModel, IndexModel } from "../model/entity-model.js";
import type { KeyProperty } from "../model/key-model.js";
import type { PropertyModel } from "../model/property-model.js";

/** What the text of a definition says. Every `EntityModel` is one: the rest of a model follows from this. */
export interface EntitySource
  extends Pick<EntityModel, "name" | "table" | "kind" | "kindProperty" | "separator" | "unknownProperties"> {
  readonly doc?: string | undefined;
  readonly properties: readonly PropertySource[];
  readonly partitionKey: KeySource;
  readonly rowKey: KeySource;
  readonly indexes?: readonly IndexSource[];
  /** Comments before the declaration, a line each. */
  readonly notes?: readonly string[];
  /** Comments after the last property, a line each: about stored properties that are not declared. */
  readonly undeclared?: readonly string[];
}

/** A property to write. */
export interface PropertySource
  extends Pick<PropertyModel, "name" | "storedName" | "type">,
    Partial<Omit<PropertyModel, "name" | "storedName" | "type" | "key" | "irreversible">> {
  /** Comments beside the property. */
  readonly notes?: readonly string[];
}

/** An index, as the definition of its rows says it: their keys are complete, and they repeat what they include. */
export interface IndexSource extends Pick<IndexModel, "name" | "unique">, Partial<Pick<IndexModel, "ownParts">> {
  readonly doc?: string | undefined;
  readonly entry: Pick<EntityModel, "table"> & {
    readonly partitionKey: KeySource;
    readonly rowKey: KeySource;
    readonly properties: readonly { readonly name: string }[];
  };
}

/** A key template to write. */
export interface KeySource {
  readonly parts: readonly KeyPartSource[];
}

/** A literal, or a property by its name. */
export type KeyPartSource =
  | { readonly kind: "literal"; readonly text: string }
  | (Pick<KeyProperty, "kind" | "encoding"> &
      Partial<Pick<KeyProperty, "width" | "shards">> & { readonly property: { readonly name: string } });
