/* Definition language: `edm`, `entity` and `defineConfig`, as the package `tablewright` exports them too. */

export { defineConfig, type TablewrightConfig } from "./config.js";
export {
  type BinaryOptions,
  type BooleanOptions,
  type BrandOptions,
  type DateTimeOptions,
  type DoubleOptions,
  type EdmBuilders,
  edm,
  type Int32Options,
  type Int64Options,
  type JsonProperty,
  type NamedParts,
  type PropertyOptions,
  type StringOptions,
} from "./edm.js";
export { type EntityDefinition, type EntityOptions, entity } from "./entity.js";
export type { ExpiryReferences, ExpiryTime } from "./expiry.js";
export type { KeyElement, KeyMistake, KeyPart, KeyReferences } from "./key-part.js";
export type { OptionalProperty, Properties, PropertyDefinition, PropertyType, RequiredProperty } from "./property.js";
