import type { EntityDraft } from "./entity/entity-draft.js";
import type { SourceHost } from "./project/source-host.js";

/** Definition files that were read without a finding, and everything else that determines the drafts of their entities. */
interface ReadFiles {
  /** Names of the definition files and the tsconfig. */
  readonly sources: string;
  readonly files: ReadonlyMap<string, { readonly text: string; readonly drafts: readonly EntityDraft[] }>;
  /** Texts of the tsconfigs, imported files and packages, as the host returned them. */
  readonly texts: ReadonlyMap<string, string | undefined>;
  /** Results of `fileExists` for all paths that the host was asked about. */
  readonly exists: ReadonlyMap<string, boolean>;
}

/** Files that the last run of each session read. */
const sessions = new WeakMap<object, ReadFiles>();

/**
 * Drafts of unchanged definition files from the last run of the same session. They are used only if all files that any definition file
 * imports are unchanged too, because nothing records on which of these files a draft depends.
 */
export class DraftCache {
  /** Host for everything but the definition files themselves. Records its results, which the next run compares. */
  readonly host: SourceHost;
  readonly #session: object | undefined;
  readonly #former: ReadFiles["files"] | undefined;
  readonly #read: ReadFiles;
  readonly #files = new Map<string, { readonly text: string; readonly drafts: readonly EntityDraft[] }>();

  /** @param sources names of the definition files and the tsconfig */
  constructor(session: object | undefined, host: SourceHost, sources: string) {
    const last = session && sessions.get(session);
    const former = last !== undefined && last.sources === sources && isUnchanged(last, host) ? last : undefined;
    const texts = new Map(former?.texts);
    const exists = new Map(former?.exists);
    this.host = {
      readFile(path) {
        const text = host.readFile(path);
        texts.set(path, text);
        return text;
      },
      fileExists(path) {
        const isFound = host.fileExists(path);
        exists.set(path, isFound);
        return isFound;
      },
    };
    this.#session = session;
    this.#former = former?.files;
    this.#read = { sources, files: this.#files, texts, exists };
  }

  /** Returns the drafts of a definition file. Calls `read` only if the last run has no drafts for this text that can be used again. */
  drafts(path: string, text: string, read: () => readonly EntityDraft[]): readonly EntityDraft[] {
    const former = this.#former?.get(path);
    const file = former !== undefined && former.text === text ? former : { text, drafts: read() };
    this.#files.set(path, file);
    return file.drafts;
  }

  /** Keeps all drafts for the next run. Must not be called if there was a finding, because the next run would not repeat it. */
  save(): void {
    if (this.#session !== undefined) sessions.set(this.#session, this.#read);
  }
}

/**
 * Returns whether all files of the last run are unchanged. Asks the host for each of them, so that a host that records its calls knows all
 * files that determine the result, even if nothing is read again.
 */
function isUnchanged({ texts, exists }: ReadFiles, host: SourceHost): boolean {
  return (
    [...texts].every(([path, text]) => host.readFile(path) === text) &&
    [...exists].every(([path, isFound]) => host.fileExists(path) === isFound)
  );
}
