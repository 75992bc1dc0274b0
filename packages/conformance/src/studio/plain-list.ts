/** Height of a row in pixels, which is that of Studio's grid. */
const rowHeight = 28;

/**
 * Returns the document of a virtual list that does nothing but show rows: eight texts each, in elements that are placed anew when the list
 * scrolls. Studio's grid is compared with it.
 */
export function plainList(rows: number): string {
  return `<!doctype html>
<style>
  body { margin: 0; }
  .list { height: 100vh; overflow: auto; }
  .rows { position: relative; height: ${rows * rowHeight}px; }
  .row { position: absolute; display: flex; height: ${rowHeight}px; font: 12px/28px monospace; }
  .row span { width: 140px; overflow: hidden; white-space: pre; }
</style>
<div class="list"><div class="rows"></div></div>
<script>
  const list = document.querySelector(".list");
  const body = document.querySelector(".rows");
  const elements = new Map();
  function draw() {
    const first = Math.max(0, Math.floor(list.scrollTop / ${rowHeight}) - 4);
    const end = Math.min(${rows}, first + Math.ceil(list.clientHeight / ${rowHeight}) + 8);
    const free = [...elements.keys()].filter((row) => row < first || row >= end);
    for (let row = first; row < end; row++) {
      if (elements.has(row)) continue;
      const old = free.pop();
      const element = old === undefined ? body.appendChild(document.createElement("div")) : elements.get(old);
      if (old === undefined) {
        element.className = "row";
        for (let cell = 0; cell < 8; cell++) element.appendChild(document.createElement("span"));
      } else elements.delete(old);
      elements.set(row, element);
      element.style.transform = "translateY(" + row * ${rowHeight} + "px)";
      for (const [cell, span] of [...element.children].entries()) span.textContent = "row " + row + ", " + cell * 12.5;
    }
  }
  list.addEventListener("scroll", draw);
  draw();
</script>`;
}
