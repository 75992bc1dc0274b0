import { addKeyForms, type KeyForms, outdatedClass } from "../codec/keys/part-codec.js";

/**
 * Runtime code that only some entity definitions need, such as a key encoding. Generated code passes the features that its definition needs
 * to `schema`, and nothing else imports them, so an application's bundle leaves out what no definition uses.
 */
export interface Feature {
  /** Key encodings that the feature adds; absent if it adds none. */
  readonly keyForms?: KeyForms;
}

/** Members of an entity schema that are needed to find one of its features. */
export interface Featured {
  readonly name: string;
  readonly features?: readonly Feature[];
}

/** Registers the key encodings of these features, so that schemas can use them. */
export function addFeatures(features: readonly Feature[] = []): void {
  for (const { keyForms } of features) if (keyForms !== undefined) addKeyForms(keyForms);
}

/** Returns the entity's feature that has `member`, the name of one of its functions; undefined if the definition uses no such feature. */
export function findFeature<F extends Feature>({ features }: Featured, member: keyof F & string): F | undefined {
  return features?.find((each): each is F => member in each);
}

/** Returns the entity's feature that has `member`. @throws TypeError if there is none, because the generated class is outdated */
export function featureOf<F extends Feature>(schema: Featured, member: keyof F & string): F {
  const feature = findFeature<F>(schema, member);
  if (feature !== undefined) return feature;
  throw outdatedClass(`${schema.name} lacks ${member}`);
}
