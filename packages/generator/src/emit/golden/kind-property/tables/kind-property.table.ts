import { edm, entity } from "tablewright";

export const Cat = entity({
  table: "Animals",
  kind: "cat",
  kindProperty: "Species",
  properties: {
    owner: edm.string({ maxLength: 100 }),
    name: edm.string({ maxLength: 100 }),
    lives: edm.int32({ min: 0, max: 9, default: 9 }),
  },
  partitionKey: (k) => [k.owner],
  rowKey: (k) => [k.name],
});

export const Page = entity({
  table: "Site",
  kind: "page",
  kindProperty: false,
  properties: {
    site: edm.string({ maxLength: 100 }),
    path: edm.string({ maxLength: 100 }),
    body: edm.string(),
  },
  partitionKey: (k) => [k.site],
  rowKey: (k) => ["page", k.path],
});

export const SiteInfo = entity({
  table: "Site",
  kind: "info",
  kindProperty: false,
  properties: {
    site: edm.string({ maxLength: 100 }),
    title: edm.string(),
  },
  partitionKey: (k) => [k.site],
  rowKey: () => ["info"],
});
