import { addKeyForms, type KeyForms } from "../keys/part-codec.js";

/**
 * Code that only some definitions need. Generated code passes the features of its definition to `schema`, and nothing else imports them, so
 * an application's bundle leaves out what no definition uses.
 */
export interface Feature {
  /** Encodings of key parts that the feature adds. */
  readonly keyForms?: KeyForms;
}

/** Entity whose definition may use features. */
export interface Featured {
  readonly name: string;
  readonly features?: readonly Feature[];
}

/** Makes the encodings of features available. */
export function addFeatures(features: readonly Feature[] = []): void {
  for (const { keyForms } of features) if (keyForms !== undefined) addKeyForms(keyForms);
}

/** Returns the feature that has the member; undefined if the definition uses no such feature. */
export function findFeature<F extends Feature>({ features }: Featured, member: keyof F & string): F | undefined {
  return features?.find((each): each is F => member in each);
}

/** Returns the feature that has the member, which the definition needs. */
export function featureOf<F extends Feature>(schema: Featured, member: keyof F & string): F {
  const feature = findFeature<F>(schema, member);
  if (feature !== undefined) return feature;
  throw new TypeError(`The generated class ${schema.name} lacks ${member}. Generate it again.`);
}
