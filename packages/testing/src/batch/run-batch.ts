import { ServiceError, type ServiceErrorCode } from "../errors/service-error.js";
import type { HeaderFields } from "../http/http-message.js";
import { locate, parseQuery } from "../http/request-url.js";
import { type MetadataLevel, requestedLevel } from "../odata/dialect.js";
import { parseTarget } from "../odata/resource-path.js";
import type { Call, Reply } from "../operations/call.js";
import { effectiveMethod, routeCall } from "../operations/route.js";
import { Members, runMembers } from "./change-set.js";
import { type BatchPart, malformedBatch, parseBatch } from "./parse-batch.js";
import { errorPart, withPartHeaders, writeChangeSet, writeSingle } from "./write-batch.js";

/** Errors of the storage layer. Their message has no index if the operation is alone in its change set. */
const storageErrors: ReadonlySet<string> = new Set<ServiceErrorCode>([
  "EntityAlreadyExists",
  "ResourceNotFound",
  "UpdateConditionNotSatisfied",
]);

/** Performs an entity group transaction, or the single read that a batch may contain instead. */
export function runBatch(outer: Call, requestId: string): Reply {
  const batch = parseBatch(outer.headers.get("content-type") ?? "", outer.body);
  if (batch.parts.length === 0 && outer.environment.dialect.refusesWholeBatch) throw malformedBatch();
  if (!batch.changeSet) return runSingle(outer, batch.parts[0] as BatchPart, requestId);
  let index = 0;
  let call: Call | undefined;
  const { limits, clock, dialect } = outer.environment;
  const shared = dialect.listsByCreation ? {} : { ticks: clock.nextTicks() };
  try {
    const members = new Members();
    const reader = new PartReader(outer);
    for (const [at, part] of batch.parts.entries()) {
      index = at;
      if (at >= limits.batchOperations) {
        index = limits.batchOperations - 1;
        throw new ServiceError(
          "InvalidInput",
          `The batch request operation exceeds the maximum ${limits.batchOperations} changes per change set.`,
        );
      }
      call = { ...reader.call(part), ...shared };
      members.add(call);
    }
    return writeChangeSet(
      runMembers(members.list, (at) => {
        index = at;
        call = members.list[at]?.call;
      }),
      dialect.newline,
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const indexesSingle = dialect.indexesSingleParts && call !== undefined && hasTable(call);
    const bare = batch.parts.length === 1 && storageErrors.has(error.code) && !indexesSingle;
    const indexed = bare ? error : error.withMessage(`${index}:${error.message}`);
    if (dialect.refusesWholeBatch && error.status === 400) throw indexed;
    return writeChangeSet([errorPart(indexed, call ?? outer, requestId)], dialect.newline);
  }
}

function hasTable({ target, environment }: Call): boolean {
  return "table" in target && environment.store.find(target.table) !== undefined;
}

function runSingle(outer: Call, part: BatchPart, requestId: string): Reply {
  const call = new PartReader(outer).call(part);
  const { newline } = call.environment.dialect;
  try {
    const operation = routeCall(call);
    if (operation.name !== "get" && operation.name !== "query") throw new ServiceError("InvalidInput");
    return writeSingle(withPartHeaders(operation.run(call), call, 0), newline);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return writeSingle(errorPart(error.withMessage(`0:${error.message}`), call, requestId), newline);
  }
}

/** Builds the calls for the parts of one batch. Most parts have the same URL and header fields. */
class PartReader {
  readonly #outer: Call;
  #url: string | undefined;
  #location: Pick<Call, "target" | "query"> | undefined;
  #headers: HeaderFields | undefined;
  #level: MetadataLevel = "minimalmetadata";

  constructor(outer: Call) {
    this.#outer = outer;
  }

  call(part: BatchPart): Call {
    const { headers, body } = part;
    const located = this.#locate(part.url);
    if (headers !== this.#headers) this.#level = requestedLevel(headers, undefined) ?? "minimalmetadata";
    this.#headers = headers;
    return {
      ...this.#outer,
      ...located,
      method: effectiveMethod(part.method, headers),
      headers,
      body,
      level: this.#level,
    };
  }

  #locate(url: string): Pick<Call, "target" | "query"> {
    if (this.#location !== undefined && url === this.#url) return this.#location;
    const { environment, endpoint } = this.#outer;
    const location = locate(url, environment.account, endpoint);
    this.#url = url;
    this.#location = {
      target: parseTarget(location.path, environment.limits),
      query: parseQuery(location.query),
    };
    return this.#location;
  }
}
