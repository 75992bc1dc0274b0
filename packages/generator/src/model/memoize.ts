/**
 * Returns a function that calls `compute` only once for each object and remembers the result as long as the object is in use. `compute`
 * must be pure, and nothing may change the object. `generate --watch` keeps the objects of definitions that do not change, so it computes
 * nothing again for them.
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
