import { addKeyForms, type KeyForms } from "../keys/part-codec.js";

/**
 * Code that only some definitions need. Generated code passes the features of its definition to `schema`, and nothing else imports them, so
 * an application's bundle leaves out what no definition uses.
 */
export interface Feature {
  /** Encodings of key parts that the feature adds. */
  readonly keyForms?: KeyForms;
}

/** Makes the encodings of features available. */
export function addFeatures(features: readonly Feature[] = []): void {
  for (const { keyForms } of features) if (keyForms !== undefined) addKeyForms(keyForms);
}
