import ts from "typescript";

/** Piece of code and its kind. All pieces together are the code. */
export interface Token {
  readonly text: string;
  readonly kind: "keyword" | "string" | "number" | "comment" | "plain";
}

/** Splits a line into tokens and the text between them. */
export function parseTokens(line: string): Token[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, line);
  const tokens: Token[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    // A property may have the name of a keyword, as in `edm.string`.
    const isProperty = tokens.at(-1)?.text === ".";
    tokens.push({ text: scanner.getTokenText(), kind: isProperty ? "plain" : tokenKind(kind) });
  }
  return tokens;
}

function tokenKind(kind: ts.SyntaxKind): Token["kind"] {
  if (kind >= ts.SyntaxKind.FirstKeyword && kind <= ts.SyntaxKind.LastKeyword) return "keyword";
  if (kind === ts.SyntaxKind.StringLiteral) return "string";
  if (kind === ts.SyntaxKind.NumericLiteral || kind === ts.SyntaxKind.BigIntLiteral) return "number";
  return kind === ts.SyntaxKind.SingleLineCommentTrivia ? "comment" : "plain";
}
