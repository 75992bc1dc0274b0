import { randomBytes } from "node:crypto";
import type { HttpRequest, HttpResponseInit, InvocationContext, Timer } from "@azure/functions";
import { isTableError, type TableServiceView } from "@tablewright/runtime";
import { Link } from "./tables.gen/index.js";

const dayMs = 86_400_000;

/** Creates the handlers of a link shortener. Tests pass a client of the in-memory service. */
export function linkFunctions(service: TableServiceView) {
  const links = service.entities(Link);

  /** Creates a short link for `POST { "url", "days" }`. */
  async function shorten(request: HttpRequest): Promise<HttpResponseInit> {
    const { url, days = 30 } = (await request.json()) as { url: string; days?: number };
    if (!URL.canParse(url) || !/^https?:/.test(url)) return { status: 400, jsonBody: { error: "Expected a URL." } };
    const expiresAt = new Date(Date.now() + days * dayMs);
    for (;;) {
      const code = randomBytes(5).toString("base64url");
      try {
        await links.insert({ code, url, expiresAt });
        return { status: 201, jsonBody: { code }, headers: { Location: `/api/links/${code}` } };
      } catch (error) {
        if (!isTableError(error, "entity.already-exists")) throw error; // otherwise another link has this code
      }
    }
  }

  /** Redirects, and counts the click. */
  async function follow(request: HttpRequest, context: InvocationContext): Promise<HttpResponseInit> {
    const code = request.params["code"] ?? "";
    const link = await links.get({ code });
    if (link === undefined || link.expiresAt <= new Date()) return { status: 404 };
    try {
      await links.modify(link, ({ clicks }) => ({ set: { clicks: clicks + 1n } }));
    } catch (error) {
      context.warn("A click was not counted.", error); // the visitor is redirected anyway
    }
    return { status: 302, headers: { Location: link.url } };
  }

  /** Deletes expired links. Leaves a link that changed in the meantime for the next night. */
  async function sweep(_timer: Timer, context: InvocationContext): Promise<void> {
    const expired = links.scan({ parallel: 4 }).where({ expiresAt: { lt: new Date() } });
    const { deleted } = await links.deleteWhere(expired, { max: 100_000 });
    context.log(`Deleted ${deleted} expired links.`);
  }

  return { shorten, follow, sweep };
}
