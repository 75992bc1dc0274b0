import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
const orderCard = join(folder, "app/orders/[customerId]/order-card.tsx");

const options = {
  bundle: true,
  format: "esm",
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "error",
} satisfies BuildOptions;

/** Bundles a program for Node and loads it. @param out folder for the bundle */
async function load(out: string, name: string, contents: string, given: BuildOptions): Promise<unknown> {
  const outfile = join(out, `${name}.mjs`);
  // React is CommonJS, and requires modules of Node.
  const js = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
  await build({
    ...options,
    ...given,
    stdin: { contents, resolveDir: folder },
    outfile,
    platform: "node",
    banner: { js },
  });
  return import(/* @vite-ignore */ pathToFileURL(outfile).href);
}

/** Replaces the client component by a reference to it, as Next.js does in the bundle of server components. */
const clientReferences: Plugin = {
  name: "client-references",
  setup({ onLoad }) {
    onLoad({ filter: /order-card\.tsx$/ }, () => ({
      resolveDir: folder,
      contents: `
        import { createClientReference } from "react-server-dom-parcel/server.node";
        export default createClientReference("order-card", "default", []);`,
    }));
  },
};

/** Renders the page for a customer, and returns what the server sends to the browser: the payload of React Server Components. */
export async function renderPage(customerId: string, out: string): Promise<string> {
  const server = await load(
    out,
    "server",
    `import { createElement } from "react";
    import { renderToReadableStream } from "react-server-dom-parcel/server.node";
    import Page from ${JSON.stringify(join(folder, "app/orders/[customerId]/page.tsx"))};
    export const render = (customerId) =>
      renderToReadableStream(createElement(Page, { params: Promise.resolve({ customerId }) }));`,
    { conditions: ["react-server", "@tablewright/source", "import"], plugins: [clientReferences] },
  );
  const { render } = server as { render(customerId: string): ReadableStream };
  return new Response(render(customerId)).text();
}

/** Returns the HTML that the client component makes of a payload. */
export async function renderPayload(payload: string, out: string): Promise<string> {
  const client = await load(
    out,
    "client",
    `import { renderToStaticMarkup } from "react-dom/server";
    import { createFromReadableStream } from "react-server-dom-parcel/client.node";
    import OrderCard from ${JSON.stringify(orderCard)};
    export async function render(payload) {
      globalThis.parcelRequire = () => ({ default: OrderCard });
      const page = await createFromReadableStream(new Blob([payload]).stream());
      const html = renderToStaticMarkup(page);
      delete globalThis.parcelRequire;
      return html;
    }`,
    { conditions: ["@tablewright/source", "import"] },
  );
  return (client as { render(payload: string): Promise<string> }).render(payload);
}

/** Bundles the client component for browsers, and returns the paths of the modules in the bundle. */
export async function clientModules(): Promise<string[]> {
  const { metafile } = await build({
    ...options,
    entryPoints: [orderCard],
    write: false,
    metafile: true,
    platform: "browser",
    conditions: ["@tablewright/source"],
  });
  return Object.keys(metafile.inputs);
}
