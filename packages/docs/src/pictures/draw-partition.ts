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
const margin = 16;
/** Width of a character of the monospaced font at 13 px. */
const charWidth = 7.83;

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
    parts.push(`<rect class="card" x="${margin}" y="${y}" width="${width - 2 * margin}" height="${height}" rx="8"/>`);
    parts.push(text("partition", 2 * margin, y + lineHeight, `PartitionKey ${partitionKey}`));
    for (const [index, { rowKey, caption, read }] of members.entries()) {
      const top = y + lineHeight * (index + 1) + margin / 2;
      if (read === true) {
        parts.push(
          `<rect class="read" x="${margin * 1.5}" y="${top}" width="${width - 3 * margin}" height="${lineHeight}" rx="4"/>`,
        );
      }
      parts.push(text("key", 2 * margin, top + 18, rowKey));
      parts.push(text("caption", 3 * margin + keyWidth, top + 18, caption));
    }
    y += height + margin;
  }
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}" role="img">`;
  return [head, `<title>${escapeXml(title)}</title>`, `<style>${style}</style>`, ...parts, "</svg>", ""].join("\n");
}

/** Styles that are readable on light and dark pages, because a card has its own background. */
const style = [
  "text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1f2328}",
  ".card{fill:#fff;stroke:#d1d9e0}",
  ".partition{font-weight:600;fill:#0969da}",
  ".caption{fill:#59636e}",
  ".read{fill:#ddf4ff}",
].join("");

function text(kind: string, x: number, y: number, content: string): string {
  return `<text class="${kind}" x="${Math.round(x)}" y="${y}" xml:space="preserve">${escapeXml(content)}</text>`;
}

export function escapeXml(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function byRowKey(a: PicturedRow, b: PicturedRow): number {
  return a.rowKey < b.rowKey ? -1 : a.rowKey > b.rowKey ? 1 : 0;
}
