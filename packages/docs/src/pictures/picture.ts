/** Width of a character of the monospaced font at 13 px. */
export const charWidth = 7.83;
export const margin = 16;

/** Styles of pictures that are dark on white. The site inverts them in its dark theme. */
const style = [
  "text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1f2328}",
  ".card{fill:#fff;stroke:#d1d9e0}",
  ".partition,.title{font-weight:600;fill:#0969da}",
  ".caption{fill:#59636e}",
  ".read{fill:#ddf4ff}",
  ".line{stroke:#59636e;fill:none}",
  ".life{stroke:#d1d9e0;stroke-dasharray:4 4}",
  ".lost{stroke:#cf222e;fill:none}",
  ".trouble{fill:#cf222e}",
].join("");

/** Returns an SVG document of these parts. */
export function wrapPicture(title: string, width: number, height: number, parts: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`;
  return [head, `<title>${escapeXml(title)}</title>`, `<style>${style}</style>`, ...parts, "</svg>", ""].join("\n");
}

export function drawText(kind: string, x: number, y: number, content: string): string {
  return `<text class="${kind}" x="${Math.round(x)}" y="${y}" xml:space="preserve">${escapeXml(content)}</text>`;
}

export function drawCard(x: number, y: number, width: number, height: number): string {
  return `<rect class="card" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>`;
}

/** Returns the head of an arrow whose tip is at this point. */
export function drawTip(x: number, y: number, direction: "left" | "right" | "down", kind: "line" | "lost"): string {
  const corners = { left: "l7 -4m-7 4l7 4", right: "l-7 -4m7 4l-7 4", down: "l-4 -7m4 7l4 -7" }[direction];
  return `<path class="${kind}" d="M${x} ${y}${corners}"/>`;
}

/** Returns the width of the longest text. */
export function widthOf(texts: readonly string[]): number {
  return Math.ceil(Math.max(...texts.map(({ length }) => length)) * charWidth);
}

export function escapeXml(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
