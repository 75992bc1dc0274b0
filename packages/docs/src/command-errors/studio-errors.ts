import type { CommandExamples } from "./command-example.js";

/** Errors of the Studio. */
export const studioErrors: CommandExamples<"studio"> = {
  "studio.not-installed": ({ withoutPackage }) => withoutPackage("@tablewright/studio", "studio"),
  "studio.port-in-use": ({ port, live }) => live("studio", "--port", String(port)),
};
