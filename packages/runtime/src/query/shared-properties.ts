import { representationOf } from "../codec/edm/edm-type.js";
import { formatValue } from "../errors/format-value.js";
import { didYouMean } from "../errors/nearest-name.js";
import { invalidQuery, TableError } from "../errors/table-error.js";
import type { WhereSystem } from "../schema/conditions.js";
import type { EntitySchema, EntityTypes, ETag } from "../schema/entity-schema.js";
import type { PropertySchema } from "../schema/property.js";

type Schema = Pick<EntitySchema<EntityTypes>, "name" | "properties" | "keepsUnknown">;

/** Types that belong to generated entity classes (`EntityTypes`), as a union. */
export type TypesOf<C> = C extends { readonly $schema: EntitySchema<infer T> } ? T : never;

/** The name itself if all members of a union have the same type under it, otherwise `never`. */
type Shared<Union, Name extends keyof Union, All = Union> = [
  Union extends unknown ? ([Value<All, Name>] extends [Value<Union, Name>] ? never : "differs") : never,
] extends [never]
  ? Name
  : never;

type Value<Of, Name> = Name extends keyof Of ? Exclude<Of[Name], undefined> : never;

type SharedNames<Union, Name extends keyof Union> = Name extends unknown ? Shared<Union, Name> : never;

type FilterName<T extends EntityTypes> = SharedNames<T["where"], Exclude<keyof T["where"], symbol | `$${string}`>>;

/** Condition on properties that all kinds have with the same type. All its members must be met. */
export type KindsWhere<T extends EntityTypes> = WhereSystem & {
  readonly [Name in FilterName<T>]?: Value<T["where"], Name>;
} & {
  readonly $and?: readonly KindsWhere<T>[];
  readonly $or?: readonly KindsWhere<T>[];
  readonly $not?: KindsWhere<T>;
};

/** Names of the properties that all kinds have with the same type, and `$timestamp`: when the service last wrote the row. */
export type SharedSelectable<T extends EntityTypes> =
  | SharedNames<T["entity"], Extract<keyof T["entity"], T["selectable"]>>
  | "$timestamp";

/** Rows that `select` returns: plain objects with the selected properties, one type for each kind. `$kind` discriminates them. */
export type SelectedOfKinds<T extends EntityTypes, Name> = T extends EntityTypes
  ? {
      [P in (Name & keyof T["entity"]) | "$etag" | "$kind"]: P extends "$etag"
        ? ETag
        : P extends "$kind"
          ? T["kind"]
          : P extends keyof T["entity"]
            ? T["entity"][P]
            : never;
    }
  : never;

/** Joins the names of all entity definitions, for messages: `Order | OrderLine`. */
export function kindNames(schemas: readonly Schema[]): string {
  return schemas.map((schema) => schema.name).join(" | ");
}

/** Returns the properties that all of these entity definitions store under the same name with the same type. */
export function sharedProperties(schemas: readonly Schema[]): Readonly<Record<string, PropertySchema>> {
  const [first, ...others] = schemas as readonly [Schema, ...Schema[]];
  const shared: Record<string, PropertySchema> = {};
  for (const [name, property] of Object.entries(first.properties)) {
    const counterparts = others.map(({ properties }) =>
      Object.hasOwn(properties, name) ? properties[name] : undefined,
    );
    const isShared = counterparts.every((other) => other !== undefined && isStoredAlike(other, property));
    // If one of the definitions has the value only in the key, its rows lack the property. So it is treated as if all had it only in the
    // key.
    const isKeyOnly = property.keyOnly || counterparts.some((other) => other?.keyOnly);
    if (isShared) shared[name] = isKeyOnly ? { ...property, keyOnly: true } : property;
  }
  return shared;
}

/** Returns whether two properties are stored in the same way, so that one condition can apply to both. */
function isStoredAlike(one: PropertySchema, other: PropertySchema): boolean {
  const facts = ({ name, formerly, keepFormer, reads }: PropertySchema) =>
    JSON.stringify([name, formerly, keepFormer, reads]);
  const type = representationOf(one.type);
  const isSameType = type === undefined ? one.type === other.type : type === representationOf(other.type);
  return isSameType && facts(one) === facts(other);
}

/**
 * Checks the names of a `select`. Every entity definition must have each of these properties, with the same type.
 * @throws TableError `query.invalid-option`, `query.unknown-property`
 */
export function checkSelected(schemas: readonly Schema[], names: readonly string[]): void {
  const kinds = kindNames(schemas);
  if (names.length === 0) throw invalidQuery(`select needs a property of ${kinds}.`);
  const shared = Object.keys(sharedProperties(schemas));
  const system = schemas.every(({ keepsUnknown }) => keepsUnknown) ? ["$extra"] : [];
  const known = ["$timestamp", ...shared, ...system];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const help = typeof unknown === "string" ? didYouMean(unknown, shared) : "";
  const problem = `select of ${kinds} takes properties that all of them have with the same type, and ${formatValue(unknown)} is not one.`;
  throw new TableError("query.unknown-property", problem + help);
}
