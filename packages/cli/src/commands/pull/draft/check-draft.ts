import type { Diagnostic, SourceHost } from "@tablewright/generator";
import { loadSchema } from "../../../definitions/load-schema.js";
import { determineFit } from "../row-fit.js";
import type { DraftEntity } from "./draft-entity.js";

export type Generator = typeof import("@tablewright/generator");

/** Path for a new definition file, and the existing definitions together with which it must be valid. */
export interface DraftPlace {
  /** Path of the new definition file, relative to the project's root, with `/` as separator. */
  readonly file: string;
  /** Paths of existing definition files. These files stay as they are, and contain no errors. */
  readonly others: readonly string[];
  /** Names of existing entities, which the new definitions cannot use. */
  readonly taken: readonly string[];
  readonly host: SourceHost;
  readonly service?: "storage" | "cosmos";
  readonly tsconfig?: string;
}

/** Reason why a draft cannot be used. */
export interface DraftProblem {
  readonly reason: string;
  /** True if the problem would disappear if the entities had other names. */
  readonly isName: boolean;
  /** Entities that have the problem. */
  readonly entities: readonly DraftEntity[];
}

/**
 * Generates the classes of a draft in memory, and reads the sampled rows with them. Returns the first problem; undefined if there is none.
 */
export function checkDraft(
  generator: Generator,
  text: string,
  entities: readonly DraftEntity[],
  { file, others, host, service, tsconfig }: DraftPlace,
): DraftProblem | undefined {
  const overlay: SourceHost = {
    readFile: (path) => (path === file ? text : host.readFile(path)),
    fileExists: (path) => path === file || host.fileExists(path),
  };
  const files = [...others.filter((other) => other !== file), file];
  const generated = generator.generate({
    host: overlay,
    files,
    outDir: "tables.gen",
    ...(service && { service }),
    ...(tsconfig !== undefined && { tsconfig }),
  });
  const errors = generated.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    const named = entities.filter(({ source }) => errors.some(({ message }) => message.includes(`"${source.name}"`)));
    return { reason: errors.map(describe).join("\n"), isName: errors.every(isAboutNames), entities: named };
  }
  for (const entity of entities) {
    const { source, rows, indexes = [] } = entity;
    const schema = loadSchema(source.name, generated.files, generator);
    const entries = indexes.map(({ source: { name }, rows: entryRows }) => {
      return [schema.indexes?.find((index) => index.name === name)?.entry ?? schema, entryRows] as const;
    });
    for (const [reader, read] of [[schema, rows] as const, ...entries]) {
      const row = read.find((candidate) => determineFit(reader, candidate) !== "fits");
      if (row !== undefined)
        return {
          reason: `${reader.name} does not read ${JSON.stringify(row.rowKey)}`,
          isName: false,
          entities: [entity],
        };
    }
  }
  return undefined;
}

function isAboutNames({ code }: Diagnostic): boolean {
  return code.startsWith("entity.");
}

function describe({ code, message }: Diagnostic): string {
  return `${code}: ${message}`;
}
