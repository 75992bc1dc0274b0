import { edm, entity } from "tablewright";
import { pageAuthor, pageSettings } from "../src/page-settings.js";

/** A page of a site, as a crawler stores it. */
export const Page = entity({
  table: "Pages",
  properties: {
    site: edm.string({ maxLength: 60 }),
    path: edm.string({ maxLength: 100 }),
    html: edm.string({ parts: 4 }),
    links: edm.json<readonly string[]>({ parts: 2, compress: "gzip" }).optional(),
    settings: edm.json(pageSettings).optional(),
    author: edm.json(pageAuthor).optional(),
  },
  partitionKey: (k) => [k.site],
  rowKey: (k) => [k.path],
});
