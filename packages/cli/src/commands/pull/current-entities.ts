import { join } from "node:path";
import type { GeneratedFile, SourceHost } from "@tablewright/generator";
import { type AnySchema, loadSchema } from "../../definitions/load-schema.js";
import { InputError } from "../../errors/input-error.js";
import type { ProjectSource } from "../../generation/read-project.js";
import { isTaken } from "../../project/read-files.js";
import { definitionFolders, type Settings } from "../../project/settings.js";
import type { DraftPlace } from "./draft/check-draft.js";
import type { DraftDefinitions } from "./draft/draft-definitions.js";

type Generator = typeof import("@tablewright/generator");

/** Entity with the definition file that declares it. */
interface Declaration {
  readonly name: string;
  readonly table: string;
  readonly file: string;
}

/** Entities that a project's definitions declare, and those that this command adds. */
export class CurrentEntities {
  readonly settings: Settings;
  readonly #generator: Generator;
  readonly #host: SourceHost;
  readonly #generated: readonly GeneratedFile[];
  readonly #existing: readonly Declaration[];
  readonly #added: Declaration[] = [];
  readonly #texts = new Map<string, string>();

  /** @param source definitions of the project, without errors */
  constructor(generator: Generator, host: SourceHost, { definitions, files }: ProjectSource, settings: Settings) {
    this.settings = settings;
    this.#generator = generator;
    this.#host = host;
    this.#generated = files;
    const { models } =
      definitions.length === 0 ? { models: [] } : generator.readModels({ host, files: definitions, ...settings });
    // The index rows of an index have their own class, whose name is taken too. They may be stored in another table than their entity.
    this.#existing = models.flatMap((model) => [model, ...model.indexes.map(({ entry }) => entry)]);
  }

  /** Returns the first entity that is declared in a table; undefined if the table has none. */
  declarationOf(table: string): Declaration | undefined {
    return this.#existing.find((entity) => isOf(entity, table));
  }

  /** Returns the schemas of a table's entities, except those in a file that is about to be replaced. */
  schemasOf(table: string, replaced: string | undefined): AnySchema[] {
    return this.#existing
      .filter((entity) => isOf(entity, table) && entity.file !== replaced)
      .map(({ name }) => loadSchema(name, this.#generated, this.#generator));
  }

  /**
   * Returns the place for new definitions of a table: the path of their file, and the existing definitions that they must not clash with.
   * Omits definitions of the same table, because the new ones replace them.
   */
  placeOf(file: string, table: string): DraftPlace {
    const { service, tsconfig } = this.settings;
    const beside = [...this.#existing, ...this.#added].filter((entity) => entity.file !== file);
    const replaced = new Set(beside.filter((entity) => isOf(entity, table)).map((entity) => entity.file));
    return {
      file,
      host: {
        readFile: (path) => this.#texts.get(path) ?? this.#host.readFile(path),
        fileExists: (path) => this.#texts.has(path) || this.#host.fileExists(path),
      },
      others: [...new Set(beside.map((entity) => entity.file))].filter((other) => !replaced.has(other)),
      taken: beside.map(({ name }) => name),
      ...(service && { service }),
      ...(tsconfig !== undefined && { tsconfig }),
    };
  }

  /** Adds new definitions of a file, so that definitions of further tables do not clash with them either. */
  add(file: string, { text, entities }: DraftDefinitions): void {
    this.#texts.set(file, text);
    for (const { source } of entities) this.#added.push({ name: source.name, table: source.table, file });
  }
}

/** Returns whether an entity is stored in a table. Upper and lower case make no difference, as in the service. */
function isOf(entity: Declaration, table: string): boolean {
  return entity.table.toLowerCase() === table.toLowerCase();
}

/**
 * Returns the path for a table's definitions, in the first folder of definitions: `tables/order-lines.table.ts` for the table
 * `OrderLines`.
 */
export function definitionFile(settings: Settings, table: string): string {
  const [folder = "."] = definitionFolders(settings);
  const name = table
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
  return folder === "." ? `${name}.table.ts` : `${folder}/${name}.table.ts`;
}

/** Checks that no file exists at a path. @throws InputError `pull.file-exists` if one does */
export function rejectExisting(root: string, file: string, shown: string): void {
  if (!isTaken(join(root, file))) return;
  const help = "Pass --force to replace it, or --out <file> to write another one.";
  throw new InputError("pull.file-exists", `${shown} exists already.`, help);
}
