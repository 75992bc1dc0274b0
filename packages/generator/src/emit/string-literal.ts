/** A double-quoted literal. */
export const stringLiteral: (text: string) => string = JSON.stringify;

/** A literal in the quotes that need fewer escapes: JSON fragments are full of double ones. */
export function fragmentLiteral(text: string): string {
  const double = stringLiteral(text);
  if (!text.includes('"')) return double;
  return `'${double.slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;
}
