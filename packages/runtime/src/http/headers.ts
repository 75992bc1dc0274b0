/** Finds the value of a header in a flat list, whatever the case of its name. `name` is in lower case. */
export function headerValue(headers: readonly string[], name: string): string | undefined {
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const candidate = headers[i];
    if (candidate === name || (candidate?.length === name.length && candidate.toLowerCase() === name))
      return headers[i + 1];
  }
  return undefined;
}
