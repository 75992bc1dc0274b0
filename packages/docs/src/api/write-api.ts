/**
 * Writes the pages of the API reference, from the docstrings of all public exports, to `pages/api`, and {@link apiIndexFile}. Fails if an
 * export or a parameter has no description, or if a link in a docstring leads nowhere. `pnpm docs:api` runs it.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  Application,
  Comment,
  CommentTag,
  DeclarationReflection,
  PageEvent,
  ProjectReflection,
  Renderer,
} from "typedoc";
import { pagesFolder } from "../blocks/code-blocks.js";
import { type ApiIndex, apiIndexFile } from "./api-index.js";
import { describeParameters } from "./describe-parameters.js";
import { documentedEntryPoints } from "./entry-points.js";
import { guidePages, pagesThatName } from "./guide-mentions.js";
import { addList, type PageLink } from "./page-list.js";
import { hasOwnPage, PageRouter } from "./page-router.js";
import { polishPage } from "./polish-page.js";

/** Module as programs import it, and what it exports. */
interface DocumentedModule {
  readonly reflection: DeclarationReflection;
  readonly exports: readonly DeclarationReflection[];
}

const out = `${pagesFolder}api`;
const modules = documentedEntryPoints();
const root = new URL("../../../../", import.meta.url).pathname;

/** Options of typedoc-plugin-markdown. */
const ofPlugin: object = {
  router: "pages",
  entryFileName: "index",
  excludeScopesInPaths: true,
  hideBreadcrumbs: true,
  hidePageHeader: true,
  hideGroupHeadings: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  tableColumnSettings: { hideModifiers: true, hideInherited: true },
  useCustomAnchors: true,
  sanitizeComments: true,
};

const app = await Application.bootstrapWithPlugins({
  entryPoints: modules.map(({ source }) => source),
  tsconfig: `${root}scripts/tsconfig.json`,
  basePath: `${root}packages`,
  // Keeps the order of the packages: the most used comes first.
  sortEntryPoints: false,
  name: "API reference",
  readme: "none",
  plugin: ["typedoc-plugin-markdown"],
  ...ofPlugin,
  out,
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  skipErrorChecking: true,
  validation: { notDocumented: true, notExported: false, invalidLink: true, rewrittenLink: true },
  packagesRequiringDocumentation: [...new Set(modules.map(({ specifier }) => packageOf(specifier)))],
  requiredToBeDocumented: ["Class", "Function", "Interface", "TypeAlias", "Variable", "Enum"],
  intentionallyNotDocumented: [
    // Members of standard objects, which need no docstrings.
    "@tablewright/runtime/types.FetchResponse.headers.__type.forEach",
    "@tablewright/runtime/types.FetchResponse.body.__type.getReader",
    "@tablewright/sql.RowSchema.~standard.__type.validate",
  ],
});
app.renderer.defineRouter("pages", PageRouter);
const project = await app.convert();
if (project === undefined) throw new Error("TypeDoc has read nothing.");
const names = nameModules(project);
for (const name of describeParameters(project)) app.logger.error(`The parameter ${name} has no description.`);
linkGuides(names);
app.validate(project);
app.renderer.on(PageEvent.END, (page) => {
  const { model } = page;
  const owner = model instanceof DeclarationReflection && hasOwnPage(model) ? model : undefined;
  const text = polishPage(page.contents ?? "");
  const frontMatter = `---\neditLink: false\noutline: ${owner === undefined ? "2" : "[2, 3]"}\n---\n\n`;
  const start =
    model instanceof ProjectReflection ? text.replace("# API reference\n", `# API reference\n\n${mostUsed()}\n`) : text;
  page.contents = frontMatter + (owner === undefined ? addList(start, listedOn(model)) : polishClassPage(start, owner));
});
app.renderer.on(Renderer.EVENT_END, () => writeIndex(names));
rmSync(out, { recursive: true, force: true });
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.validationWarningCount > 0) process.exitCode = 1;

/** Links the classes that most programs use, in the order in which a program comes to need them. */
function mostUsed(): string {
  const runtime = names.get("@tablewright/runtime")?.exports ?? [];
  const links = ["TableServiceClient", "EntityClient", "Query", "Transaction", "TableError"].map((name) => {
    const found = runtime.find((item) => item.name === name);
    if (found === undefined) throw new Error(`@tablewright/runtime has no ${name}.`);
    return `[\`${name}\`](${addressOf(found)})`;
  });
  return `Most programs use ${links.slice(0, -1).join(", ")} and ${links.at(-1)}. Each class has its own page, with an example at each method.`;
}

/**
 * Returns the pages that a page lists: the page of the project lists modules, that of a module its classes and its interfaces with methods.
 */
function listedOn(model: object): PageLink[] {
  if (!(model instanceof ProjectReflection || model instanceof DeclarationReflection)) return [];
  const listed = (model.children ?? []).filter((child) => model instanceof ProjectReflection || hasOwnPage(child));
  return listed.map((child) => {
    const about = child.comment?.summary.map(({ text }) => text).join("") ?? "";
    return { name: child.name, address: addressOf(child), about };
  });
}

/** Names the class as programs do, with the module that exports it, in place of its kind and type parameters. */
function polishClassPage(text: string, { name, parent }: DeclarationReflection): string {
  const exported = `Exported by [\`${parent?.name}\`](${addressOf(parent as DeclarationReflection)}).`;
  return text
    .replace(/^# .*$/m, `# ${name}`)
    .replaceAll(/^## (?!Methods$|Properties$|Accessors$)([^{\n]+)$/gm, "**$1**")
    .replace(/(?=^(?:\*\*(?:Type Parameters|Extends|Extended by|Implements|Constructors)|## ))/m, `${exported}\n\n`);
}

/** Returns the address of an export or a module in the site. */
function addressOf(reflection: DeclarationReflection): string {
  return `/api/${app.renderer.router?.getFullUrl(reflection).replace(/\.md(?=#|$)/, "")}`;
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Sets the name of each module to the one that programs import, and adds its description. Returns the exports of each module. */
function nameModules(read: ProjectReflection): ReadonlyMap<string, DocumentedModule> {
  return new Map(
    (read.children ?? []).map((module) => {
      const entry = modules.find(
        ({ source }) =>
          source === `${root}packages/${module.name}.ts` || source === `${root}packages/${module.name}/index.ts`,
      );
      if (entry === undefined) throw new Error(`${module.name} is no entry point.`);
      module.name = entry.specifier;
      const about = /^\s*\/\*\*?([\s\S]*?)\*\//.exec(readFileSync(entry.source, "utf8"))?.[1];
      const text = about?.replaceAll(/^ ?\* ?|@module/gm, "").trim();
      module.comment = new Comment(text === undefined ? [] : [{ kind: "text", text }]);
      return [entry.specifier, { reflection: module, exports: module.children ?? [] }];
    }),
  );
}

/** Adds links to the pages of the guides that show an export. */
function linkGuides(exported: ReadonlyMap<string, DocumentedModule>): void {
  const pages = guidePages();
  for (const reflection of [...exported.values()].flatMap(({ exports }) => exports)) {
    const found = pagesThatName(pages, reflection.name);
    if (found.length === 0) continue;
    const links = found.map(({ title, address }) => `[${title}](${address})`).join(" · ");
    const comments = [reflection.comment, ...(reflection.signatures ?? []).map(({ comment }) => comment)];
    for (const comment of comments) comment?.blockTags.push(new CommentTag("@guides", [{ kind: "text", text: links }]));
  }
}

/** Writes the address of each module and of each export, for the links of the guides and the menu. */
function writeIndex(exported: ReadonlyMap<string, DocumentedModule>): void {
  const index: ApiIndex = Object.fromEntries(
    [...exported].map(([module, { reflection, exports }]) => {
      const addresses = exports.map((item) => [item.name, addressOf(item)] as const);
      const pages = exports.filter(hasOwnPage).map(({ name }) => name);
      return [module, { address: addressOf(reflection), pages, exports: Object.fromEntries(addresses) }];
    }),
  );
  mkdirSync(dirname(apiIndexFile), { recursive: true });
  writeFileSync(apiIndexFile, `${JSON.stringify(index, undefined, 2)}\n`);
}
