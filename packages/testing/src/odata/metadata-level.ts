import { ServiceError } from "../errors/service-error.js";
import type { HeaderFields } from "../http/http-message.js";

export type MetadataLevel = "nometadata" | "minimalmetadata" | "fullmetadata";

const levels = new Map<string, MetadataLevel>([
  ["nometadata", "nometadata"],
  ["minimalmetadata", "minimalmetadata"],
  ["fullmetadata", "fullmetadata"],
]);

/**
 * The level a request asks for: by `$format`, else by the first JSON or wildcard entry of `Accept`.
 * Undefined when it asks for nothing that is JSON.
 */
export function requestedLevel(headers: HeaderFields, format: string | undefined): MetadataLevel | undefined {
  for (const entry of (format ?? headers.get("accept") ?? "").split(",")) {
    const [type = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    if (type !== "application/json" && type !== "*/*" && type !== "application/*" && type !== "json") continue;
    const odata = parameters.find((parameter) => parameter.startsWith("odata="));
    if (odata === undefined) return "minimalmetadata";
    const level = levels.get(odata.slice("odata=".length));
    if (level === undefined) throw new ServiceError("JsonFormatNotSupported");
    return level;
  }
  return undefined;
}

export function contentTypeOf(level: MetadataLevel): string {
  return `application/json;odata=${level};streaming=true;charset=utf-8`;
}
