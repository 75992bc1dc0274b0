import type { Check, CheckGroup } from "./check.js";
import {
  type HttpPackage,
  type HttpPackageVersion,
  httpPackages,
  type TransportName,
  transports,
} from "./http-package-list.js";
import { type ObservedService, serveObserved } from "./observed-service.js";
import { installNode, Project, type Workshop } from "./project.js";

const orders = ["before", "after"] as const;
const formats = ["main.mjs", "main.cjs"] as const;

/**
 * Checks of packages that watch, change or mock the requests of a process. Each package works beside a client, and sees the client's
 * requests.
 */
export const httpPackagesGroup: CheckGroup = {
  name: "HTTP packages",
  columns: ["version", "default transport", "`undiciTransport()`", "`fetchTransport()`"],
  async prepare(workshop) {
    return httpPackages.flatMap((one) => one.versions.map((version) => checkPackage(workshop, one, version)));
  },
};

function checkPackage(workshop: Workshop, one: HttpPackage, version: HttpPackageVersion): Check {
  const [main = ""] = version.install;
  const name = main.slice(0, main.lastIndexOf("@"));
  return {
    subject: `${one.name}, \`${main}\``,
    async run() {
      await using service = await serveObserved();
      const project = new Project(`${workshop.folder}/${main.replace(/\W+/g, "-")}`);
      project.write("package.json", { private: true });
      const own = workshop.tarballs.filter((path) => /tablewright-(runtime|testing)-/.test(path));
      await project.run("npm", ["install", "--no-audit", "--no-fund", ...own, ...version.install]);
      project.copy("http-packages", ".");
      const node = await installNode(workshop, version.node);
      const cells: string[] = [];
      for (const transport of transports) {
        const outcomes: Outcome[] = [];
        for (const order of orders) {
          for (const format of formats) {
            service.reset();
            const env = {
              TABLES_CONNECTION_STRING: service.connectionString,
              TEST_PROXY: service.proxyUrl,
              PACKAGE: name,
            };
            const output = await project
              .run("node", [format, one.program, transport, order], { node, env, timeoutMs: 60_000 })
              .catch((error: Error) => error.message);
            outcomes.push({ variant: `${order} the client, ${format.slice(-3)}`, result: judge(output, service) });
          }
        }
        cells.push(summarize(transport, outcomes, { ...one.unseen, ...version.unseen }[transport]));
      }
      return [`${project.version(name)}, Node ${version.node}`, ...cells];
    },
  };
}

interface Outcome {
  /** Order of loading, and format of the modules. */
  readonly variant: string;
  readonly result: string;
}

/**
 * Returns the table cell of a transport.
 * @param unseen the reason why the package cannot see some of the transport's requests
 * @throws Error if a variant fails, if a request is not seen and there is no reason, or if all requests are seen and there is a reason
 */
function summarize(transport: TransportName, outcomes: readonly Outcome[], unseen: string | undefined): string {
  const all = outcomes.map(({ variant, result }) => `${variant}: ${result}`).join("; ");
  if (outcomes.some(({ result }) => result !== "seen" && result !== "not seen"))
    throw new Error(`${transport}: ${all}`);
  if (outcomes.every(({ result }) => result === "seen") !== (unseen === undefined))
    throw new Error(`${transport}: ${all}; expected reason of what is not seen: ${unseen ?? "none"}`);
  return unseen === undefined ? "works, is seen" : `works; ${unseen}`;
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
  return isSeen ? "seen" : "not seen";
}
