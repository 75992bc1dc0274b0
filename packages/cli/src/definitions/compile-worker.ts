/* Worker thread that compiles the definitions of one project. Its memory, mostly that of the TypeScript compiler, is freed when it ends. */
import { parentPort, workerData } from "node:worker_threads";
import type { Project } from "../project/project.js";
import { compileDefinitions } from "./compile-definitions.js";

compileDefinitions(workerData as Project).then((compiled) => parentPort?.postMessage(compiled));
