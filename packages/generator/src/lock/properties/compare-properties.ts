import type { PropertyModel } from "../../model/property-model.js";
import type { LockedEntity } from "../lock.js";
import { type LockChange, orAccept } from "../lock-change.js";
import { compareLimits } from "./compare-limits.js";
import { compareProperty } from "./compare-property.js";
import { type FormerProperty, findFormerProperties, goneProperties, renamedFrom } from "./former-properties.js";
import { requiredHelp, type Subject, writeDeclaration } from "./property-advice.js";

type ModelOf = (storedName: string) => PropertyModel | undefined;
type Found = Pick<LockChange, "code" | "message" | "help">;

/**
 * Finds changes of an entity's properties that affect stored rows, such as those after which rows cannot be read, or no condition finds
 * their values.
 */
export function compareProperties(
  name: string,
  before: LockedEntity,
  after: LockedEntity,
  modelOf: ModelOf,
): LockChange[] {
  const changes: LockChange[] = [];
  const gone = goneProperties(before, after);
  for (const [stored, property] of after.properties) {
    const model = modelOf(stored);
    if (model === undefined) throw new Error(`${name} has no model of its property ${stored}.`);
    const subject: Subject = { entity: name, name: model.name, property, model };
    const former = findFormerProperties(stored, property, before);
    const [own] = former;
    const found =
      own === undefined
        ? added(subject, before, gone)
        : [
            ...former.flatMap((former) => compareProperty(subject, former.property)),
            ...dropped(subject, own),
            ...compareLimits(subject, own.property),
            ...(former.some(({ stored: name }) => before.properties.has(name)) ? [] : returned(subject)),
          ];
    changes.push(...found.map((change) => ({ ...change, entity: name, property: stored })));
  }
  // If a new property was reported above, it may be the removed one with another name. Then the removal is not reported too.
  const isRenamed = changes.some(({ code }) => /property-(?:renamed|required)$/.test(code));
  for (const { stored, property } of isRenamed ? [] : gone) {
    // If the property was part of a key, the change of the key is reported instead.
    if (property.optional || property.default || isKeyPart(stored, before)) continue;
    const message = `"${stored}" of ${name} was removed: new rows lack it, and programs with the former definition, which require it, cannot read them. Existing rows keep it until they are replaced.`;
    const help =
      "Make it optional, deploy that everywhere, then remove it; or stop the programs with the former definition.";
    changes.push({ code: "change.property-removed", message, help, entity: name });
  }
  return changes;
}

/** Finds a required property that was removed and added again. Rows written in between lack it. */
function returned(subject: Subject): Found[] {
  const { entity, name, property } = subject;
  if (property.keyOnly || property.optional || property.default) return [];
  const message = `${entity}.${name} is required, but was removed for a time: rows written then lack it, and reading one fails.`;
  return [{ code: "change.property-required", message, help: requiredHelp(subject) }];
}

function added(subject: Subject, before: LockedEntity, gone: readonly FormerProperty[]): Found[] {
  const { entity, name, property } = subject;
  if (property.keyOnly) return [];
  const renamed = renamedFrom(property, gone);
  if (renamed !== undefined) {
    const message = `${entity}.${name} is new and "${renamed.stored}" was removed, both ${property.type}: existing rows have the value under "${renamed.stored}", where nothing reads it.`;
    const help = `If it was renamed, write: ${writeDeclaration(subject, { formerly: [renamed.stored] })}. While programs with the former definition still run, which know only "${renamed.stored}", add keepFormer: true. ${orAccept}`;
    return [{ code: "change.property-renamed", message, help }];
  }
  const found = perhapsRenamed(subject, before);
  if (property.optional || property.default) return found;
  const message = `${entity}.${name} is new and required: no existing row has it, so reading one fails.`;
  return [{ code: "change.property-required", message, help: requiredHelp(subject) }, ...found];
}

/**
 * Finds a possible rename in two steps: an earlier change removed a property of the same type, and this change adds one under another name.
 */
function perhapsRenamed(subject: Subject, { formerProperties }: LockedEntity): Found[] {
  const { entity, name, property } = subject;
  const [stored] = [...formerProperties].find(([, former]) => former.type === property.type) ?? [];
  if (stored === undefined) return [];
  const message = `${entity}.${name} is new, and "${stored}", also ${property.type}, was removed earlier: if it was renamed, existing rows have the value under "${stored}", where nothing reads it.`;
  const help = `If it was renamed, write: ${writeDeclaration(subject, { formerly: [stored] })}. While programs with the former definition still run, add keepFormer: true.`;
  return [{ code: "change.property-perhaps-renamed", message, help }];
}

function isKeyPart(stored: string, { partitionKey, rowKey }: LockedEntity): boolean {
  return [...partitionKey, ...rowKey].some((part) => part === `{${stored}}` || part.startsWith(`{${stored}:`));
}

/** Finds Edm types and stored names that a former definition read and the current one does not. */
function dropped(subject: Subject, { property: before }: FormerProperty): Found[] {
  const { entity, name, property } = subject;
  const found: Found[] = [];
  const names = (before.formerly ?? []).filter((former) => !property.formerly?.includes(former));
  if (names.length > 0) {
    const list = names.map((former) => `"${former}"`).join(", ");
    const message = `${entity}.${name} is no longer read from ${list}: rows not written since then still have it there.`;
    const help = `Write: ${writeDeclaration(subject, { formerly: [...(property.formerly ?? []), ...names] })}. ${orRewrite}`;
    found.push({ code: "change.former-name-dropped", message, help });
  }
  const types = (before.reads ?? []).filter((type) => type !== property.type && !property.reads?.includes(type));
  if (types.length > 0) {
    const message = `${entity}.${name} is no longer read from ${types.join(", ")}: rows not written since then still have it in that form.`;
    const help = `Write: ${writeDeclaration(subject, { reads: [...(property.reads ?? []), ...types] })}. ${orRewrite}`;
    found.push({ code: "change.former-type-dropped", message, help });
  }
  if (before.keepFormer && !property.keepFormer && names.length === 0) {
    const message = `${entity}.${name} no longer has keepFormer: rows last changed by a program with the former definition have their newest value under the former name, and would be read with an outdated value.`;
    const help = `Write: ${writeDeclaration(subject, { keepFormer: true })}. ${orRewrite}`;
    found.push({ code: "change.keep-former-dropped", message, help });
  }
  return found;
}

const orRewrite = "Once every such row has been rewritten, run `npx tablewright generate --accept`.";
