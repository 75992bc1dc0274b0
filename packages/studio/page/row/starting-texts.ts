import type { EntityInfo } from "../../src/contract/model.js";
import type { FieldText, Row } from "../../src/contract/rows.js";
import { fieldText } from "../grid/columns.js";

interface Start {
  readonly entity: EntityInfo | undefined;
  /** Row whose values the new one gets; undefined to start with the defaults in the definition. */
  readonly row: Row | undefined;
  /** Values that the query gives every row. They replace those of the row and the defaults. */
  readonly given?: readonly FieldText[] | undefined;
}

/**
 * Returns the initial texts of a new row, one for each property: the values of the row to copy, or the defaults in the definition, and what
 * the query says. The times that writes set are those of the new row.
 */
export function startingTexts({ entity, row, given = [] }: Start): FieldText[] {
  const texts = (entity?.properties ?? []).flatMap((property): FieldText[] => {
    const text = row === undefined ? property.default : property.isStamp ? undefined : fieldText(row, property);
    return text === undefined ? [] : [[property.name, text]];
  });
  return [...new Map([...texts, ...given])];
}
