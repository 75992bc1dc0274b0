/* Service of `@tablewright/testing` in a separate process. */
import { serveTableService } from "@tablewright/testing";

const { endpoint } = await serveTableService();
process.send?.(new URL(endpoint).origin);
process.on("disconnect", () => process.exit());
