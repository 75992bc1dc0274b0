/* The service of `@tablewright/testing`, in a process of its own. */
import { serveTableService } from "@tablewright/testing";

const { endpoint } = await serveTableService();
process.send?.(new URL(endpoint).origin);
process.on("disconnect", () => process.exit());
