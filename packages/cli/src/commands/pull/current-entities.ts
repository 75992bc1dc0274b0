import { join } from "node:path";
import type { GeneratedFile, SourceHost } from "@tablewright/generator";
import { type AnySchema, loadSchema } from "../../definitions/load-schema.js";
import { InputError } from "../../errors/input-error.js";
import type { ProjectSource } from "../../generation/read-project.js";
import { isTaken } from "../../project/read-files.js";
import { definitionFolders, type Settings } from "../../project/settings.js";
import type { DraftDefinitions, DraftPlace } from "./draft/draft-definitions.js";

type Generator = typeof import("@tablewright/generator");

/** An entity and the file that declares it. */
interface Declaration {
  readonly name: string;
  readonly table: string;
  readonly file: string;
}

/** Entities that a project declares, and those added in one run. */
export class CurrentEntities {
  readonly settings: Settings;
  readonly #generator: Generator;
  readonly #host: SourceHost;
  readonly #generated: readonly GeneratedFile[];
  readonly #existing: readonly Declaration[];
  readonly #added: Declaration[] = [];
  readonly #texts = new Map<string, string>();

  /** @param source with definitions that have no errors */
  constructor(generator: Generator, host: SourceHost, { definitions, files }: ProjectSource, settings: Settings) {
    this.settings = settings;
    this.#generator = generator;
    this.#host = host;
    this.#generated = files;
    const { models } =
      definitions.length === 0 ? { models: [] } : generator.readModels({ host, files: definitions, ...settings });
    // Index rows have their own class and may be stored in another table.
    this.#existing = models.flatMap((model) => [model, ...model.indexes.map(({ entry }) => entry)]);
  }

  /** Returns the first definition of a table; undefined if it has none. */
  declarationOf(table: string): Declaration | undefined {
    return this.#existing.find((entity) => isOf(entity, table));
  }

  /** Returns the schemas of one table, except those of a file that is to be replaced. */
  schemasOf(table: string, replaced: string | undefined): AnySchema[] {
    return this.#existing
      .filter((entity) => isOf(entity, table) && entity.file !== replaced)
      .map(({ name }) => loadSchema(name, this.#generated, this.#generator));
  }

  /**
   * Returns the path of a file with new definitions of a table, and the existing definitions, with which they must not clash. Omits
   * definitions of the same table, because the new ones replace them.
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

  /** Adds new definitions, with which those of further tables must not clash either. */
  add(file: string, { text, entities }: DraftDefinitions): void {
    this.#texts.set(file, text);
    for (const { source } of entities) this.#added.push({ name: source.name, table: source.table, file });
  }
}

/** Compares names as the service does. */
function isOf(entity: Declaration, table: string): boolean {
  return entity.table.toLowerCase() === table.toLowerCase();
}

/** Returns `tables/order-lines.table.ts` for the table `OrderLines`, in the first folder of definitions. */
export function definitionFile(settings: Settings, table: string): string {
  const [folder = "."] = definitionFolders(settings);
  const name = table
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
  return folder === "." ? `${name}.table.ts` : `${folder}/${name}.table.ts`;
}

/** @throws InputError `pull.file-exists` */
export function rejectExisting(root: string, file: string, shown: string): void {
  if (!isTaken(join(root, file))) return;
  const help = "Pass --force to replace it, or --out <file> to write another one.";
  throw new InputError("pull.file-exists", `${shown} exists already.`, help);
}
