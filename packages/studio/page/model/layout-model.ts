import type { EntityInfo } from "../../src/contract/model.js";

/** Rectangle in the diagram, in pixels. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Layout of the model diagram: a frame for each table, a box for each entity and index, and an arrow from each entity to each of its
 * indexes.
 */
export interface ModelLayout {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly (Rectangle & { readonly table: string })[];
  readonly boxes: readonly (Rectangle & { readonly entity: EntityInfo })[];
  /** Arrows, each with the names of its entity and index and with an SVG path. */
  readonly arrows: readonly { readonly from: string; readonly to: string; readonly path: string }[];
}

const box = { width: 270, height: 66 };
const gap = { x: 90, y: 14 };
const frame = { padding: 14, title: 30 };
const columns = [frame.padding, frame.padding + box.width + gap.x] as const;
const width = columns[1] + box.width + frame.padding;

/**
 * Computes the layout of the model diagram. Tables are below each other. In a table, entities with indexes are on the left and index rows
 * on the right, so that every arrow points to the right; entities without indexes fill the shorter column.
 */
export function layoutModel(entities: readonly EntityInfo[]): ModelLayout {
  const frames: (Rectangle & { table: string })[] = [];
  const boxes: (Rectangle & { entity: EntityInfo })[] = [];
  let y = 0;
  for (const table of [...new Set(entities.map((entity) => entity.table))].toSorted()) {
    const counts: [left: number, right: number] = [0, 0];
    const place = (entity: EntityInfo, column: 0 | 1) => {
      const top = y + frame.title + counts[column]++ * (box.height + gap.y);
      boxes.push({ ...box, x: columns[column], y: top, entity });
    };
    const own = entities.filter((entity) => entity.table === table);
    const indexRows = own.filter(({ indexOf }) => indexOf !== undefined);
    const owners = own.filter(({ indexes }) => indexes.length > 0);
    for (const entity of owners) place(entity, 0);
    for (const entity of indexRows) place(entity, 1);
    for (const entity of own) {
      if (!owners.includes(entity) && !indexRows.includes(entity)) place(entity, counts[1] < counts[0] ? 1 : 0);
    }
    const height = frame.title + Math.max(...counts) * (box.height + gap.y) - gap.y + frame.padding;
    frames.push({ x: 0, y, width, height, table });
    y += height + gap.y;
  }
  return { width, height: Math.max(0, y - gap.y), frames, boxes, arrows: connect(boxes) };
}

function connect(boxes: ModelLayout["boxes"]): ModelLayout["arrows"] {
  return boxes.flatMap((to) => {
    const from = boxes.find(({ entity }) => entity.name === to.entity.indexOf);
    if (from === undefined) return [];
    const [x1, y1] = [from.x + from.width, from.y + from.height / 2];
    const [x2, y2] = [to.x, to.y + to.height / 2];
    const bend = (x2 - x1) / 2;
    const path = `M ${x1} ${y1} C ${x1 + bend} ${y1}, ${x2 - bend} ${y2}, ${x2} ${y2}`;
    return [{ from: from.entity.name, to: to.entity.name, path }];
  });
}
