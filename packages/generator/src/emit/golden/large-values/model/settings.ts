/** Settings of a user. */
export interface Settings {
  readonly theme: "light" | "dark";
}

/** A Standard Schema without a library: it accepts every value. */
export const settingsSchema = {
  "~standard": {
    version: 1 as const,
    vendor: "example",
    validate: (value: unknown): { readonly value: Settings } => ({ value: value as Settings }),
    types: undefined as { readonly input: Settings; readonly output: Settings } | undefined,
  },
};
