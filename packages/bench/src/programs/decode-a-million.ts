/* Decodes a million rows after a warm-up with a tenth as many, and prints where the warm-up ends. Run under `--trace-deopt`. */
import { writeSync } from "node:fs";
import { page } from "../server/canned-responses.js";
import { reading } from "../subjects/reading.js";
import { Reading } from "../tables.gen/index.js";

const text = page(reading, 1000, "minimalmetadata").toString();
let year = 0;

function decodePage(): void {
  for (const row of JSON.parse(text).value) year = Reading.$schema.decode(row, true).takenAt.getUTCFullYear();
}

for (let warm = 0; warm < 100; warm++) decodePage();
writeSync(1, "warm\n");
for (let hot = 0; hot < 1000; hot++) decodePage();
writeSync(1, `done ${year}\n`);
