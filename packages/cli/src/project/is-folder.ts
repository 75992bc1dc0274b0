import { statSync } from "node:fs";

/** Whether it is there and a folder. Links may lead nowhere, or to themselves, and anything may go away meanwhile. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
