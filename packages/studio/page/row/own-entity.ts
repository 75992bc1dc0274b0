import type { Row } from "../../src/contract/rows.js";
import { studio } from "../state/studio.js";

/** Returns the entity that a stored row is of, whose index rows follow its changes. Rows of an index are none. */
export function ownEntity({ entity }: Row): { readonly entity?: string } {
  const definition = studio.entity(entity);
  return definition === undefined || definition.indexOf !== undefined ? {} : { entity: definition.name };
}
