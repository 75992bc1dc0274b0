export const transports = ["default", "undici", "fetch"] as const;

export type TransportName = (typeof transports)[number];

/** Reason why a package does not see some requests of a transport, by the transport's name. */
type Unseen = Partial<Record<TransportName, string>>;

/** Package that watches, changes or mocks the HTTP requests of a process. */
export interface HttpPackage {
  readonly name: string;
  /** Its program in fixtures/http-packages. */
  readonly program: string;
  readonly versions: readonly HttpPackageVersion[];
  /** Reasons that apply to every version. */
  readonly unseen?: Unseen;
}

/** Version of a package, with what it needs. */
export interface HttpPackageVersion {
  /** Packages to install. The row shows the version of the first one. */
  readonly install: readonly string[];
  /** Version of Node that runs it. */
  readonly node: 20 | 22 | 24;
  readonly unseen?: Unseen;
}

const nodeAlone = "it follows only Node's own HTTP client";
const ownAgent = "the client has its own agent: use its option `proxy`";
const notUndici: Unseen = { undici: "it follows only Node's own HTTP client and `fetch`" };
const notFetch: Unseen = { undici: nodeAlone, fetch: nodeAlone };

/** The packages, each in its current version and in one of the previous major version. */
export const httpPackages: readonly HttpPackage[] = [
  {
    name: "OpenTelemetry's http and undici instrumentations",
    program: "opentelemetry-3",
    versions: [
      openTelemetry("0.301", "0.34", 24, [
        "@opentelemetry/sdk-trace@3",
        "@opentelemetry/context-async-hooks@3",
        "@opentelemetry/core@3",
      ]),
    ],
  },
  {
    name: "OpenTelemetry's http and undici instrumentations",
    program: "opentelemetry",
    versions: [
      openTelemetry("0.203", "0.14", 20, ["@opentelemetry/sdk-trace-node@2.0", "@opentelemetry/sdk-trace-base@2.0"]),
      openTelemetry("0.57", "0.10", 20, ["@opentelemetry/sdk-trace-node@1", "@opentelemetry/sdk-trace-base@1"]),
    ],
  },
  {
    name: "Azure Monitor",
    program: "azure-monitor",
    versions: [
      { install: ["@azure/monitor-opentelemetry@1", "@opentelemetry/api@1"], node: 24 },
      { install: ["@azure/monitor-opentelemetry@1.10", "@opentelemetry/api@1"], node: 20 },
    ],
    unseen: notFetch,
  },
  {
    name: "Application Insights, over Azure Monitor",
    program: "azure-monitor",
    versions: [{ install: ["applicationinsights@3", "@opentelemetry/api@1"], node: 22 }],
    unseen: notFetch,
  },
  {
    name: "Application Insights, before OpenTelemetry",
    program: "application-insights",
    versions: [{ install: ["applicationinsights@2"], node: 20 }],
    unseen: notFetch,
  },
  { name: "Sentry", program: "sentry", versions: both("@sentry/node", 11, 10) },
  { name: "Elastic APM", program: "elastic", versions: both("elastic-apm-node", 4, 3) },
  {
    name: "Datadog",
    program: "datadog",
    versions: both("dd-trace", 6, 5),
    unseen: { undici: "it sees undici only if it is loaded before" },
  },
  { name: "New Relic", program: "new-relic", versions: both("newrelic", 14, 12) },
  {
    name: "nock",
    program: "nock",
    versions: [
      { install: ["nock@15"], node: 24 },
      { install: ["nock@14"], node: 20, unseen: notUndici },
      { install: ["nock@13"], node: 20, unseen: notFetch },
    ],
  },
  { name: "msw", program: "msw", versions: both("msw", 3, 2), unseen: notUndici },
  {
    name: "sinon, spies on `http.request` and `fetch`",
    program: "sinon",
    versions: both("sinon", 22, 21),
    unseen: notUndici,
  },
  {
    name: "http-proxy-agent as the global agent",
    program: "http-proxy-agent",
    versions: [...both("http-proxy-agent", 9, 7), { install: ["http-proxy-agent@3"], node: 20 }],
    unseen: { default: ownAgent, undici: ownAgent, fetch: ownAgent },
  },
  { name: "global-agent", program: "global-agent", versions: both("global-agent", 4, 3), unseen: notFetch },
];

function both(name: string, current: number, former: number): HttpPackageVersion[] {
  return [
    { install: [`${name}@${current}`], node: 24 },
    { install: [`${name}@${former}`], node: 20 },
  ];
}

function openTelemetry(http: string, undici: string, node: 20 | 24, sdk: readonly string[]): HttpPackageVersion {
  const instrumentations = [
    `instrumentation-http@${http}`,
    `instrumentation@${http}`,
    `instrumentation-undici@${undici}`,
  ];
  return {
    install: [...instrumentations.map((name) => `@opentelemetry/${name}`), ...sdk, "@opentelemetry/api@1"],
    node,
  };
}
