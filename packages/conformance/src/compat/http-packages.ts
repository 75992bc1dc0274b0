import type { Check, CheckGroup } from "./check.js";
import { type HttpPackage, type HttpPackageVersion, httpPackages } from "./http-package-list.js";
import { type ObservedService, serveObserved } from "./observed-service.js";
import { installNode, Project, type Workshop } from "./project.js";

const transports = ["default", "undici", "fetch"] as const;
const orders = ["before", "after"] as const;
const formats = ["main.mjs", "main.cjs"] as const;

/** Checks of packages that watch, change or mock the requests of a process: each works beside a client, and sees its requests. */
export const httpPackagesGroup: CheckGroup = {
  name: "HTTP packages",
  async prepare(workshop) {
    const service = await serveObserved();
    return httpPackages.flatMap((one) => one.versions.map((version) => checkPackage(workshop, service, one, version)));
  },
};

function checkPackage(
  workshop: Workshop,
  service: ObservedService,
  one: HttpPackage,
  version: HttpPackageVersion,
): Check {
  const [main = ""] = version.install;
  const name = main.slice(0, main.lastIndexOf("@"));
  return {
    subject: `${one.name}: ${main}`,
    async run() {
      const project = new Project(`${workshop.folder}/${main.replace(/\W+/g, "-")}`);
      project.write("package.json", { private: true });
      const own = workshop.tarballs.filter((path) => /tablewright-runtime-/.test(path));
      await project.run("npm", ["install", "--no-audit", "--no-fund", ...own, ...version.install]);
      project.copy("http-packages", ".");
      const node = await installNode(workshop, version.node);
      const cells: string[] = [];
      for (const transport of transports) {
        const results = new Map<string, string[]>();
        for (const order of orders) {
          for (const format of formats) {
            service.reset();
            const output = await project
              .run("node", [format, one.program, transport, order], {
                node,
                env: {
                  TABLES_CONNECTION_STRING: service.connectionString,
                  TEST_PROXY: service.proxyUrl,
                  PACKAGE: name,
                },
                timeoutMs: 60_000,
              })
              .catch((error: Error) => error.message);
            const outcome = judge(output, service);
            results.set(outcome, [...(results.get(outcome) ?? []), `${order} ${format.slice(-3)}`]);
          }
        }
        const text = [...results].map(([outcome, variants]) =>
          results.size === 1 ? outcome : `${outcome} (${variants.join(", ")})`,
        );
        cells.push(`${transport}: ${text.join(", ")}`);
      }
      const found = `${project.version(name)}, Node ${version.node}; ${cells.join("; ")}`;
      if (found.includes("fails: ")) throw new Error(found);
      return found;
    },
  };
}

function judge(output: string, service: ObservedService): string {
  const line = /^result (.*)$/m.exec(output)?.[1];
  if (line === undefined) return `fails: ${output.trim().slice(-300)}`;
  const { error, seen } = JSON.parse(line) as { readonly error?: string; readonly seen?: boolean | string };
  if (error !== undefined) return `fails: ${error}`;
  if (service.requests.length < 5) return `fails: only ${service.requests.length} requests reached the service`;
  const twice = service.requests.find((head) => (head.match(/^traceparent:/gim) ?? []).length > 1);
  if (twice !== undefined) return "fails: two traceparent headers";
  const isSeen =
    seen === true ||
    (seen === "proxy" && service.proxied > 5) ||
    (typeof seen === "string" &&
      service.requests.filter((head) => head.toLowerCase().includes(`\n${seen}:`)).length > 5);
  return isSeen ? "seen" : "works, not seen";
}
