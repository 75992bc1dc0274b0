import ts from "typescript";

/** A small bug that a test should detect. */
export interface Mutant {
  /** Path relative to the workspace. */
  readonly file: string;
  /** Line number, from 1. */
  readonly line: number;
  /** The line without the bug. */
  readonly before: string;
  /** The line with the bug. */
  readonly after: string;
  /** Text of the whole file with the bug. */
  readonly text: string;
}

/** Range of the text and its replacement. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

const { SyntaxKind } = ts;

const operators: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "==": "!=",
  "!=": "==",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&": "|",
  "|": "&",
  "+=": "-=",
  "-=": "+=",
  "??=": "=",
};

const methods: Readonly<Record<string, string>> = {
  every: "some",
  some: "every",
  min: "max",
  max: "min",
  startsWith: "endsWith",
  endsWith: "startsWith",
  toLowerCase: "toUpperCase",
  push: "unshift",
};

/** Returns every mutant of one source file, in the order of the text. */
export function listMutants(file: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (isTypeOnly(node)) return;
    for (const edit of editsOf(node, source)) mutants.push(mutantOf(file, text, edit));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return mutants;
}

function isTypeOnly(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}

function mutantOf(file: string, text: string, { from, to, by }: Edit): Mutant {
  const mutated = text.slice(0, from) + by + text.slice(to);
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const line = text.slice(0, from).split("\n").length;
  const lineOf = (whole: string, last: number): string => whole.slice(start, whole.indexOf("\n", last)).trim();
  return { file, line, before: lineOf(text, to), after: lineOf(mutated, from + by.length), text: mutated };
}

function editsOf(node: ts.Node, source: ts.SourceFile): readonly Edit[] {
  const replace = (part: ts.Node, by: string): Edit => ({ from: part.getStart(source), to: part.getEnd(), by });
  if (ts.isBinaryExpression(node)) return binaryEdits(node, source, replace);
  if (ts.isIfStatement(node)) return [replace(node.expression, `!(${node.expression.getText(source)})`)];
  if (ts.isConditionalExpression(node)) return [replace(node.condition, `!(${node.condition.getText(source)})`)];
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) return [replace(node, "{}")];
  if (ts.isAwaitExpression(node)) return [replace(node, node.expression.getText(source))];
  if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
    return [replace(node, node.operand.getText(source))];
  if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) {
    const other = Object.hasOwn(methods, node.name.text) ? methods[node.name.text] : undefined;
    return other === undefined ? [] : [replace(node.name, other)];
  }
  if (node.kind === SyntaxKind.TrueKeyword) return [replace(node, "false")];
  if (node.kind === SyntaxKind.FalseKeyword) return [replace(node, "true")];
  if (isName(node)) return [];
  if (ts.isNumericLiteral(node)) return [replace(node, `(${node.getText(source)} + 1)`)];
  if (ts.isBigIntLiteral(node)) return [replace(node, `(${node.getText(source)} + 1n)`)];
  if (ts.isStringLiteral(node) && !isSentence(node.text)) return [replace(node, node.text === "" ? '"x"' : '""')];
  if (ts.isRegularExpressionLiteral(node)) return anchorEdits(node.getText(source), (by) => replace(node, by));
  return [];
}

function binaryEdits(
  node: ts.BinaryExpression,
  source: ts.SourceFile,
  replace: (part: ts.Node, by: string) => Edit,
): readonly Edit[] {
  const operator = node.operatorToken.getText(source);
  if (operator === "??") return [replace(node, node.left.getText(source))];
  const other = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  const joinsText = operator === "+" && [node.left, node.right].some(ts.isStringLiteralLike);
  return other === undefined || joinsText ? [] : [replace(node.operatorToken, other)];
}

/** Removes the first or last anchor of a regular expression. */
function anchorEdits(text: string, replace: (by: string) => Edit): readonly Edit[] {
  const edits: Edit[] = [];
  if (text.startsWith("/^")) edits.push(replace(`/${text.slice(2)}`));
  if (/[^\\]\$\/[a-z]*$/.test(text)) edits.push(replace(text.replace(/\$(\/[a-z]*)$/, "$1")));
  return edits;
}

/** Returns whether a node is the name of a property, not a value. */
function isName(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node;
}

/** Returns whether a text is for people. Its wording is free, unlike that of codes, headers and protocol names. */
function isSentence(text: string): boolean {
  return /[a-z,:;] [a-z]/i.test(text);
}
