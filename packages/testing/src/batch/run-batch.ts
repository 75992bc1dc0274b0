import { ServiceError, type ServiceErrorCode } from "../errors/service-error.js";
import { locate, parseQuery } from "../http/request-url.js";
import { requestedLevel } from "../odata/dialect.js";
import { readEntity } from "../odata/read-entity.js";
import { parseTarget } from "../odata/resource-path.js";
import { type Call, type Operation, preferenceOf, type Reply, tableOf } from "../operations/call.js";
import { effectiveMethod, routeOperation } from "../operations/route.js";
import { preferenceHeaders, writeError } from "../operations/write-error.js";
import type { EntityKeys } from "../rules/check-names.js";
import { type BatchPart, parseBatch } from "./parse-batch.js";
import { UndoLog } from "./undo-log.js";
import { writeChangeSet, writeSingle } from "./write-batch.js";

/** Errors the storage layer finds: alone in its change set, such an operation's error carries no index. */
const storageErrors: ReadonlySet<ServiceErrorCode> = new Set<ServiceErrorCode>([
  "EntityAlreadyExists",
  "ResourceNotFound",
  "UpdateConditionNotSatisfied",
]);

interface Member {
  readonly call: Call;
  readonly keys: EntityKeys;
}

/** Performs an entity group transaction, or the single read that may stand in its place. */
export function runBatch(outer: Call, requestId: string): Reply {
  const batch = parseBatch(outer.headers.get("content-type") ?? "", outer.body);
  if (!batch.changeSet) return runSingle(outer, batch.parts[0] as BatchPart, requestId);
  let index = 0;
  let call: Call | undefined;
  const { limits, clock, dialect } = outer.environment;
  const ticks = clock.nextTicks();
  try {
    const members: Member[] = [];
    for (const [at, part] of batch.parts.entries()) {
      index = at;
      if (at >= limits.batchOperations) {
        index = limits.batchOperations - 1;
        throw new ServiceError(
          "InvalidInput",
          `The batch request operation exceeds the maximum ${limits.batchOperations} changes per change set.`,
        );
      }
      call = { ...partCall(outer, part), ticks };
      members.push(checkedMember(call, members));
    }
    return writeChangeSet(
      runMembers(members, (at) => {
        index = at;
        call = members[at]?.call;
      }),
      dialect.newline,
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const bare = batch.parts.length === 1 && storageErrors.has(error.code);
    const indexed = bare ? error : new ServiceError(error.code, `${index}:${error.message}`);
    return writeChangeSet([errorPart(indexed, call ?? outer, requestId)], dialect.newline);
  }
}

function runSingle(outer: Call, part: BatchPart, requestId: string): Reply {
  const call = partCall(outer, part);
  const { newline } = call.environment.dialect;
  try {
    const operation = route(call);
    if (operation.name !== "get" && operation.name !== "query") throw new ServiceError("InvalidInput");
    return writeSingle(withPartHeaders(operation.run(call), call, 0), newline);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return writeSingle(errorPart(error, call, requestId), newline);
  }
}

function partCall(outer: Call, part: BatchPart): Call {
  const { account, limits } = outer.environment;
  const location = locate(part.url, account, outer.endpoint);
  return {
    ...outer,
    method: effectiveMethod(part.method, part.headers),
    target: parseTarget(location.path, limits),
    query: parseQuery(location.query),
    headers: part.headers,
    body: part.body,
    level: requestedLevel(part.headers, undefined) ?? "minimalmetadata",
  };
}

/** Refuses what no change set may hold: other than one partition of one table, and a row twice. */
function checkedMember(call: Call, before: readonly Member[]): Member {
  const { target, environment } = call;
  const isWrite =
    (target.kind === "entity" && call.method !== "GET") || (target.kind === "entities" && call.method === "POST");
  if (!isWrite) throw new ServiceError("InvalidInput", "A change set holds nothing but writes of entities.");
  const table = environment.store.table(tableOf(call));
  const keys = target.kind === "entity" ? target.keys : readEntity(call.body, environment.limits);
  for (const member of before) {
    const sameTable = environment.store.find(tableOf(member.call)) === table;
    if (!sameTable || member.keys.partitionKey !== keys.partitionKey) {
      throw new ServiceError("CommandsInBatchActOnDifferentPartitions");
    }
    if (member.keys.rowKey === keys.rowKey) throw new ServiceError("InvalidDuplicateRow");
  }
  return { call, keys };
}

function runMembers(members: readonly Member[], begin: (index: number) => void): Reply[] {
  const [first] = members;
  if (first === undefined) return [];
  const undo = new UndoLog(first.call.environment.store, tableOf(first.call));
  try {
    return members.map(({ call, keys }, index) => {
      begin(index);
      const operation = route(call);
      undo.record(keys);
      return withPartHeaders(operation.run(call), call, index);
    });
  } catch (error) {
    undo.rollBack();
    throw error;
  }
}

function withPartHeaders(reply: Reply, call: Call, index: number): Reply {
  const [applied, others] = split(reply.headers ?? []);
  if (call.environment.dialect.numbersParts) {
    return { ...reply, headers: [...others, ...applied, "Content-ID", String(index + 1)] };
  }
  const version = call.target.kind === "entities" || call.method === "GET" ? "3.0;" : "1.0;";
  return {
    ...reply,
    headers: [
      ...contentId(call),
      "X-Content-Type-Options",
      "nosniff",
      "Cache-Control",
      "no-cache",
      ...applied,
      "DataServiceVersion",
      version,
      ...others,
    ],
  };
}

function errorPart(error: ServiceError, call: Call, requestId: string): Reply {
  const { contentType, body, status } = writeError(error, {
    requestId,
    now: call.environment.clock.now(),
    level: call.level ?? "minimalmetadata",
    acceptsJson: true,
    dialect: call.environment.dialect,
  });
  const applied = preferenceHeaders(error, preferenceOf(call));
  const caching = error.code === "TableNotFound" ? [] : ["Cache-Control", "no-cache"];
  const nosniff = ["X-Content-Type-Options", "nosniff"];
  const headers = [...contentId(call), ...nosniff, ...caching, ...applied, "DataServiceVersion", "3.0;"];
  return { status, headers, ...(contentType && { contentType }), ...(body && { body }) };
}

function route({ method, target, query, headers, environment }: Call): Operation {
  return routeOperation(method, target, query, headers, environment.dialect);
}

/** Echoed where it was among the header fields of the inner request. */
function contentId({ headers }: Call): string[] {
  const id = headers.get("content-id");
  return id === undefined ? [] : ["Content-ID", id];
}

function split(headers: readonly string[]): [applied: string[], others: string[]] {
  const at = headers.indexOf("Preference-Applied");
  return at < 0 ? [[], [...headers]] : [headers.slice(at, at + 2), headers.toSpliced(at, 2)];
}
