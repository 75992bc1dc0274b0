import { edm, entity } from "tablewright";
import type { Settings } from "../model/settings.js";
import * as schemas from "../model/settings.js";
import { settingsSchema } from "../model/settings.js";

export const Page = entity({
  table: "Pages",
  properties: {
    url: edm.string({ maxLength: 100 }),
    html: edm.string({ parts: 4 }),
    screenshot: edm.binary({ name: "image", parts: 15, maxBytes: 900_000 }).optional(),
    summary: edm.string({ parts: 2, default: "none" }),
    /** Written by another program. */
    state: edm.binary({ parts: { names: "Data{n}" } }).optional(),
    log: edm.string({ name: "Log", parts: { names: "Log{n}", from: 0, count: 3 } }).optional(),
    links: edm.json<readonly string[]>({ parts: 3 }),
    packed: edm.json<Settings>({ compress: "gzip" }).optional(),
    archive: edm.json({ parts: 4, compress: "gzip" }),
    settings: edm.json(settingsSchema, { default: { theme: "dark" } }),
    draft: edm.json(schemas.settingsSchema, { parts: 2, compress: "gzip" }).optional(),
    older: edm.json(settingsSchema, { formerly: ["old"] }).optional(),
  },
  partitionKey: (k) => [k.url],
  rowKey: () => ["page"],
});
