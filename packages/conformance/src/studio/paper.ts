import type { TableServiceClient } from "@tablewright/runtime";
import type { StudioProject } from "@tablewright/studio";
import { clientOf } from "./every-row.js";

/** Definition of an entity with long texts and JSON. */
export const paperDefinitions = `import { edm, entity } from "tablewright";

export const Paper = entity({
  table: "Papers",
  kind: "paper",
  properties: {
    id: edm.string({ maxLength: 20 }),
    text: edm.string(),
    whole: edm.string({ parts: 15 }),
    data: edm.json<unknown>(),
  },
  partitionKey: (k) => ["papers"],
  rowKey: (k) => ["paper", k.id],
});
`;

const long = "0123456789 and a word\r\n".repeat(17_000);
/** The row that {@link seedPaper} stores. Its texts have line breaks of several kinds. */
export const paper = {
  id: "a",
  text: "one\r\ntwo\nthree\r\n",
  whole: long,
  data: { list: [1, true, null], name: "x" },
};

/** Stores a row with a text of 390,000 characters. */
export async function seedPaper(service: TableServiceClient, project: StudioProject): Promise<void> {
  await service.tables.createIfNotExists("Papers");
  await clientOf({ service, project }).insert(paper);
}
