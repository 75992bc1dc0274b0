import ts from "typescript";
import type { SourceTree } from "./source-tree.js";

/**
 * Globals that test runners replace, or that an environment such as jsdom lacks. Code that reads them when it is called gets the fake one.
 * Code that reads them while its module is loaded does not.
 */
const replaced = new Set([
  "AbortController",
  "DOMException",
  "Date",
  "TextDecoder",
  "TextEncoder",
  "clearImmediate",
  "clearInterval",
  "clearTimeout",
  "crypto",
  "fetch",
  "performance",
  "queueMicrotask",
  "setImmediate",
  "setInterval",
  "setTimeout",
  "structuredClone",
]);

/** Rules for the globals of a package whose code runs in the processes of users. */
export interface GlobalRules {
  /** Substitute for a global that a test may replace; absent if the package may read it. */
  readonly instead?: string;
  /** Substitute for `instanceof`. */
  readonly checks: string;
  /** Files, or folders with a slash at the end, that may read these globals, with the reason. */
  readonly readers?: Readonly<Record<string, string>>;
}

/** Packages whose code meets the fakes of tests, and objects of other realms. The others run in processes of their own. */
export const packagesWithUsers: Readonly<Record<string, GlobalRules>> = {
  runtime: {
    instead: "platform/time.ts, platform/node.ts or Buffer",
    checks: "platform/built-ins.ts",
    readers: {
      "platform/": "the place for them",
      "web/": "stand-ins for what only Node has",
      "http/transport/fetch-host.ts":
        "sends by the global fetch on purpose, so that a mock answers; its signal must suit it",
    },
  },
  sql: { checks: "the members of the value" },
  testing: { checks: "errors/built-ins.ts" },
};

/** Matches the text of a file that is worth parsing. */
const mayBreak = new RegExp(`\\b(?:instanceof|${[...replaced].join("|")})\\b`);

const testCode = /\.test\.ts$|\.test-d\.ts$|\/(?:test|golden|fixtures)\//;

/** Returns one sentence for each `instanceof` of a global class, and for each call-time read of a global that tests replace. */
export function checkGlobals(tree: SourceTree, packages = packagesWithUsers): string[] {
  return [...tree].flatMap(([path, text]) => {
    const [, name = "", inside = ""] = /^packages\/([^/]+)\/src\/(.+\.ts)$/.exec(path) ?? [];
    const rules = packages[name];
    if (rules === undefined || testCode.test(path) || !mayBreak.test(text)) return [];
    return breaches(path, inside, text, rules);
  });
}

function breaches(
  path: string,
  inside: string,
  text: string,
  { instead, checks, readers = {} }: GlobalRules,
): string[] {
  const mayRead =
    instead === undefined ||
    Object.keys(readers).some((reader) => inside === reader || (reader.endsWith("/") && inside.startsWith(reader)));
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const own = declaredNames(file);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    const tested = testedClass(node);
    if (tested !== undefined && !own.has(tested))
      found.push(`${place} tests instanceof ${tested}: an object of another realm fails that. Use ${checks}.`);
    const read = readGlobal(node);
    if (!mayRead && read !== undefined && !own.has(read) && isInFunction(node))
      found.push(`${place} reads ${read} when it is called: a test may have replaced it. Use ${instead}.`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the names that a file imports or declares anywhere. They are not globals. */
function declaredNames(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const { name } = node as { readonly name?: ts.Node };
    if (name !== undefined && ts.isIdentifier(name) && isBinding(node)) names.add(name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

function isBinding(node: ts.Node): boolean {
  return (
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node)
  );
}

/** Returns the name of the class on the right of `instanceof`; undefined for any other expression. */
function testedClass(node: ts.Node): string | undefined {
  const isTest = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
  return isTest ? node.right.getText().replace(/^globalThis\./, "") : undefined;
}

/** Returns the name of the replaced global that an identifier, or a member of `globalThis`, reads. */
function readGlobal(node: ts.Node): string | undefined {
  if (!ts.isIdentifier(node) || !replaced.has(node.text)) return undefined;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node)
    return parent.expression.getText() === "globalThis" ? node.text : undefined;
  const isName = "name" in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent);
  return isName ? undefined : node.text;
}

/** Returns whether code runs only when something is called, or an object is created, not while the module is loaded. */
function isInFunction(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isFunctionLike(at)) return true;
    if (ts.isPropertyDeclaration(at) && !at.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword))
      return true;
  }
  return false;
}
