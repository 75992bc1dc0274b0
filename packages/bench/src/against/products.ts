/* Products of a build, such as a bundle. The comparison of two builds imports this file from each of the builds. */
import { rmSync } from "node:fs";
import { type Cost, runProgram } from "../measure/processes.js";
import { temporaryProject } from "../rows/definitions.js";
import { bundleBoth } from "../rows/first-get.js";
import { bin } from "../rows/generation.js";
import { bundle } from "../rows/size.js";
import { type Check, checkTypes } from "../rows/type-cost.js";
import { writeOurApplication } from "../rows/typed-application.js";

/** Generates 300 definitions of 12 properties from nothing. */
export async function generateCold(): Promise<Cost> {
  const folder = temporaryProject(300, 12);
  const cost = await runProgram(bin, ["generate"], { cwd: folder });
  rmSync(folder, { recursive: true });
  return cost;
}

/** Compiles an application with 50 entities of 30 properties. */
export async function compileApplication(): Promise<Check> {
  const folder = await writeOurApplication(50);
  const check = checkTypes("TypeScript 6", folder);
  rmSync(folder, { recursive: true });
  return check;
}

/** Bundles an application that reads one row. Returns the path of the bundle, which is one file. */
export async function bundleFirstGet(folder: string): Promise<string> {
  return (await bundleBoth(folder)).ours;
}

/** Returns the size of an application in one minified file, in bytes. */
export async function bundledBytes(condition?: "node-transport" | "fetch-transport"): Promise<number> {
  return (await bundle(condition === undefined ? [] : [condition])).bytes;
}
