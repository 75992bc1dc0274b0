/**
 * Writes the pages of the API reference, from the docstrings of all public exports, to `pages/api`, and {@link apiIndexFile}. Fails if an
 * export has no docstring, or a docstring a link that leads nowhere. `pnpm docs:api` runs it.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import {
  Application,
  Comment,
  CommentTag,
  type DeclarationReflection,
  PageEvent,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
  Renderer,
} from "typedoc";
import { ModuleRouter } from "typedoc-plugin-markdown";
import { pagesFolder } from "../blocks/code-blocks.js";
import { type ApiIndex, apiIndexFile } from "./api-index.js";
import { documentedEntryPoints } from "./entry-points.js";
import { guidePages, pagesThatName } from "./guide-mentions.js";
import { polishPage } from "./polish-page.js";

const out = `${pagesFolder}api`;
const modules = documentedEntryPoints();
const frontMatter = "---\neditLink: false\noutline: 2\n---\n\n";
const root = new URL("../../../../", import.meta.url).pathname;

/** Options of typedoc-plugin-markdown: one page for each module, whose exports are sections. */
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

/** Router that gives file names only to modules, because `edm` is both an export and a module. */
class PageRouter extends ModuleRouter {
  override getIdealBaseName(reflection: Reflection): string {
    const name = super.getIdealBaseName(reflection);
    return reflection.kindOf(ReflectionKind.Module) ? name : `members/${name}`;
  }
}

const app = await Application.bootstrapWithPlugins({
  entryPoints: modules.map(({ source }) => source),
  tsconfig: `${root}scripts/tsconfig.json`,
  basePath: `${root}packages`,
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
linkGuides(names);
app.validate(project);
app.renderer.on(PageEvent.END, (page) => {
  page.contents = frontMatter + polishPage(page.contents ?? "");
});
app.renderer.on(Renderer.EVENT_END, () => writeIndex(names));
rmSync(out, { recursive: true, force: true });
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.validationWarningCount > 0) process.exitCode = 1;

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Names the modules as programs import them, and describes each. Returns their exports by module. */
function nameModules(read: ProjectReflection): ReadonlyMap<string, readonly DeclarationReflection[]> {
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
      return [entry.specifier, module.children ?? []];
    }),
  );
}

/** Adds links to the pages of the guides that show an export. */
function linkGuides(exported: ReadonlyMap<string, readonly DeclarationReflection[]>): void {
  const pages = guidePages();
  for (const reflection of [...exported.values()].flat()) {
    const found = pagesThatName(pages, reflection.name);
    if (found.length === 0) continue;
    const links = found.map(({ title, address }) => `[${title}](${address})`).join(" · ");
    const comments = [reflection.comment, ...(reflection.signatures ?? []).map(({ comment }) => comment)];
    for (const comment of comments) comment?.blockTags.push(new CommentTag("@guides", [{ kind: "text", text: links }]));
  }
}

/** Writes the address of each module and of each export, for the links of the guides and the menu. */
function writeIndex(exported: ReadonlyMap<string, readonly DeclarationReflection[]>): void {
  const addressOf = (reflection: DeclarationReflection) =>
    `/api/${app.renderer.router?.getFullUrl(reflection).replace(/\.md(?=#|$)/, "")}`;
  const index: ApiIndex = Object.fromEntries(
    [...exported].map(([module, reflections]) => {
      const addresses = reflections.map((reflection) => [reflection.name, addressOf(reflection)] as const);
      return [module, Object.fromEntries(addresses)];
    }),
  );
  mkdirSync(dirname(apiIndexFile), { recursive: true });
  writeFileSync(apiIndexFile, `${JSON.stringify(index, undefined, 2)}\n`);
}
