/** Settings of a page. */
export interface PageSettings {
  readonly theme: "light" | "dark";
}

/** A Standard Schema without a library. */
export const pageSettings = {
  "~standard": {
    version: 1 as const,
    vendor: "example",
    validate: (value: unknown) =>
      isSettings(value) ? { value } : { issues: [{ message: 'expected "light" or "dark"', path: ["theme"] }] },
    types: undefined as { readonly input: PageSettings; readonly output: PageSettings } | undefined,
  },
};

function isSettings(value: unknown): value is PageSettings {
  const { theme } = value as { readonly theme?: unknown };
  return theme === "light" || theme === "dark";
}

/** A schema that asks another service. `edm.json` rejects it, because it is asynchronous. */
export const pageAuthor = {
  "~standard": {
    version: 1 as const,
    vendor: "example",
    validate: async (value: unknown) => ({ value: value as string }),
    types: undefined as { readonly input: string; readonly output: string } | undefined,
  },
};
