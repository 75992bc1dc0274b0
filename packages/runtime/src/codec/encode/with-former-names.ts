import type { Property } from "../../schema/property.js";

/** A property's member, and the same value under each of its former names. @param member empty, or as the property's writer made it */
export function withFormerNames({ jsonPrefix, formerPrefixes }: Property, member: string): string {
  if (member === "") return "";
  const value = member.slice(jsonPrefix.length);
  return formerPrefixes.reduce((text, prefix) => text + prefix + value, member);
}
