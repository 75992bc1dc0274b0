/* What the page and its two workers send to each other. */

/** The two texts that a visitor edits. */
export interface Sources {
  readonly definitions: string;
  readonly program: string;
}

export type SourceName = keyof Sources;

/** Error or warning in one of the texts. Positions are offsets into it. */
export interface Finding {
  readonly source: SourceName;
  readonly from: number;
  readonly to: number;
  readonly severity: "error" | "warning";
  /** Code of a diagnostic, e.g. `key.part-optional`, or that of the compiler, e.g. `TS2322`. */
  readonly code: string;
  readonly message: string;
  /** Advice on how to correct it. */
  readonly help?: string;
}

/** Result of reading both texts. */
export interface Checked {
  /** Generated files by path, e.g. `src/tables.gen/order.gen.ts`; empty if a definition has an error. */
  readonly files: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

export interface Completion {
  readonly label: string;
  /** Kind of the name, e.g. `property` or `method`. */
  readonly type: string;
}

/** Name under the pointer. Positions are offsets into the text. */
export interface Hover {
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly docs: string;
}

/** Questions of the page to the language worker, and their results. */
export interface LanguageCalls {
  check(sources: Sources): Checked;
  /** @param text the source as it is now, which may be newer than what was checked */
  complete(source: SourceName, text: string, position: number): readonly Completion[];
  /** @param text the source as it is now, which may be newer than what was checked */
  hover(source: SourceName, text: string, position: number): Hover | undefined;
  /** Returns the program and the generated classes as CommonJS, by path. */
  compile(): Readonly<Record<string, string>>;
}

/** Request as the program sent it, and its response. Headers are pairs of name and value. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Absent if no response arrived. */
  readonly response?: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
  };
}

/** Reports of the program worker, in the order of the events. */
export type ProgramEvent =
  | { readonly kind: "print"; readonly text: string; readonly isError: boolean }
  | { readonly kind: "request"; readonly request: SentRequest }
  | { readonly kind: "end" };
