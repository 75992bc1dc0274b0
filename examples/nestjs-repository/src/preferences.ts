/** Choices of a contact. */
export interface Preferences {
  readonly newsletter: boolean;
  readonly language?: "de" | "en";
}

/** A Standard Schema without a library. Programs use one of Zod, Valibot or ArkType here. */
export const preferences = {
  "~standard": {
    version: 1 as const,
    vendor: "example",
    validate: (value: unknown) =>
      isPreferences(value) ? { value } : { issues: [{ message: "expected newsletter, and en or de as language" }] },
    types: undefined as { readonly input: Preferences; readonly output: Preferences } | undefined,
  },
};

function isPreferences(value: unknown): value is Preferences {
  if (typeof value !== "object" || value === null || !("newsletter" in value)) return false;
  const language = "language" in value ? value.language : undefined;
  return typeof value.newsletter === "boolean" && [undefined, "de", "en"].includes(language as undefined);
}
