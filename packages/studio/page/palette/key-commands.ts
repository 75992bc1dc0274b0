import type { EntityInfo, KeyPartInfo } from "../../src/contract/model.js";
import { queryOfKeys } from "../query/key-query.js";
import { formatAddress } from "../state/route.js";
import { studio } from "../state/studio.js";
import type { Command } from "./commands.js";

/**
 * Returns the commands that find rows by their keys, for a text such as `Order C1 2026-11-01`: the name of an entity, then values of its keys
 * from left to right. Quotes hold a value with blanks together.
 */
export function keyCommands(text: string): readonly Command[] {
  const [name = "", ...values] = [...text.matchAll(/"([^"]*)"|\S+/g)].map(([whole, quoted]) => quoted ?? whole);
  if (values.length === 0) return [];
  const entities = studio.overview()?.entities ?? [];
  return entities
    .filter((entity) => entity.name.toLowerCase() === name.toLowerCase())
    .flatMap((entity) => {
      const names = keyNames(entity);
      const keys = values.map((value, index) => [names[index], value] as const);
      if (keys.some(([each]) => each === undefined)) return [];
      const query = queryOfKeys(entity, keys as readonly (readonly [string, string])[]);
      return {
        title: `${entity.name} ${keys.map(([each, value]) => `${each} ${value}`).join(" · ")}`,
        note: "rows with this key",
        run() {
          window.location.hash = formatAddress({ page: "rows", query });
        },
      };
    });
}

/** Returns the names of the properties in the keys, from left to right. */
function keyNames({ partitionKey, rowKey }: EntityInfo): readonly string[] {
  const namesOf = (parts: readonly KeyPartInfo[]) => parts.flatMap(({ property }) => property ?? []);
  return [...new Set([...namesOf(partitionKey), ...namesOf(rowKey)])];
}
