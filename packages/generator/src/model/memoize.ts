/**
 * Returns the same function, which computes the result for an object once. The function must be pure, and nothing may change the object.
 * Results are kept as long as their objects, which a session keeps for definitions that do not change.
 */
export function memoize<Argument extends object, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const results = new WeakMap<Argument, { readonly result: Result }>();
  return (argument) => {
    const known = results.get(argument);
    if (known !== undefined) return known.result;
    const result = compute(argument);
    results.set(argument, { result });
    return result;
  };
}
