import {
  DeclarationReflection,
  type PageDefinition,
  PageKind,
  type Reflection,
  ReflectionKind,
  type RouterTarget,
  Slugger,
} from "typedoc";
import { ModuleRouter } from "typedoc-plugin-markdown";

/** Least number of methods with which an interface has its own page, as classes do. */
const minMethods = 2;

/** Returns whether an export has its own page: a class, or an interface with methods. */
export function hasOwnPage(target: RouterTarget): target is DeclarationReflection {
  if (!(target instanceof DeclarationReflection) || target.parent?.kindOf(ReflectionKind.Module) !== true) return false;
  if (target.kindOf(ReflectionKind.Class)) return true;
  const methods = target.children?.filter((child) => child.kindOf(ReflectionKind.Method)) ?? [];
  return target.kindOf(ReflectionKind.Interface) && methods.length >= minMethods;
}

/** Router with a page for each module, class, and interface with methods. Other exports are sections of the page of their module. */
export class PageRouter extends ModuleRouter {
  override buildChildPages(target: Reflection, pages: PageDefinition[]): void {
    if (!hasOwnPage(target)) {
      super.buildChildPages(target, pages);
      return;
    }
    const folder = this.fullUrls.get(target.parent as DeclarationReflection)?.replace(/\.md$/, "");
    const url = this.getFileName(`${folder}/${target.name}`);
    this.fullUrls.set(target, url);
    this.sluggers.set(target, new Slugger(this.sluggerConfiguration));
    pages.push({ kind: PageKind.Reflection, model: target, url });
    target.traverse((child) => {
      this.buildAnchors(child, target);
      return true;
    });
  }

  /** Adds a folder to the file name of anything but a module, because `edm` is both an export and a module. */
  override getIdealBaseName(reflection: Reflection): string {
    const name = super.getIdealBaseName(reflection);
    return reflection.kindOf(ReflectionKind.Module) ? name : `members/${name}`;
  }
}
