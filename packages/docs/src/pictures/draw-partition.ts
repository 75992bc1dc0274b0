import { charWidth, drawCard, drawText, margin, wrapPicture } from "./picture.js";

/** Row of a picture. */
export interface PicturedRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Short description of the row. */
  readonly caption: string;
  /** True if the query in the picture reads the row. */
  readonly read?: boolean;
}

const lineHeight = 26;

/** Draws partitions as cards. Their rows are in the service's order, by the UTF-16 units of the RowKey. */
export function drawPartitions(title: string, rows: readonly PicturedRow[]): string {
  const partitions = [...new Set(rows.map(({ partitionKey }) => partitionKey))].sort();
  const keyWidth = Math.max(...rows.map(({ rowKey }) => rowKey.length)) * charWidth;
  const captionWidth = Math.max(...rows.map(({ caption }) => caption.length)) * charWidth;
  const width = Math.ceil(margin * 5 + keyWidth + captionWidth);
  const parts: string[] = [];
  let y = margin;
  for (const partitionKey of partitions) {
    const members = rows.filter((row) => row.partitionKey === partitionKey).sort(byRowKey);
    const height = lineHeight * (members.length + 1) + margin;
    parts.push(drawCard(margin, y, width - 2 * margin, height));
    parts.push(drawText("partition", 2 * margin, y + lineHeight, `PartitionKey ${partitionKey}`));
    for (const [index, { rowKey, caption, read }] of members.entries()) {
      const top = y + lineHeight * (index + 1) + margin / 2;
      if (read === true) {
        parts.push(
          `<rect class="read" x="${margin * 1.5}" y="${top}" width="${width - 3 * margin}" height="${lineHeight}" rx="4"/>`,
        );
      }
      parts.push(drawText("key", 2 * margin, top + 18, rowKey));
      parts.push(drawText("caption", 3 * margin + keyWidth, top + 18, caption));
    }
    y += height + margin;
  }
  return wrapPicture(title, width, y, parts);
}

function byRowKey(a: PicturedRow, b: PicturedRow): number {
  return a.rowKey < b.rowKey ? -1 : a.rowKey > b.rowKey ? 1 : 0;
}
