/** Returns JSON with a line for each member, or the text itself if it is no JSON or has numbers that JavaScript would round. */
export function formatJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === withoutSpaces(text) ? JSON.stringify(value, undefined, 2) : text;
  } catch {
    return text;
  }
}

/** Removes the spaces between the tokens of JSON. */
function withoutSpaces(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
}
