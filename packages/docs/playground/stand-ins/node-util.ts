/** Compares plain data, as `isDeepStrictEqual` of `node:util` does. */
export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return Object.is(one, other);
  const [members, others] = [Object.entries(one), Object.entries(other)];
  if (Array.isArray(one) !== Array.isArray(other) || members.length !== others.length) return false;
  return members.every(
    ([name, member]) => Object.hasOwn(other, name) && isDeepStrictEqual(member, other[name as keyof typeof other]),
  );
}
