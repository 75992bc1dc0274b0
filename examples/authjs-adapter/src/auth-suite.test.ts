/*
 * Ported from packages/utils/adapter.ts of Auth.js: the tests that it runs on each of its own adapters, for the methods that this one has.
 *
 * ISC License. Copyright (c) 2022-2024, Balázs Orbán
 *
 * Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the
 * above copyright notice and this permission notice appear in all copies.
 *
 * THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
 * MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY
 * DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
 * ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
 */
import { createHash, randomUUID } from "node:crypto";
import type { AdapterAccount, AdapterSession, AdapterUser } from "@auth/core/adapters";
import { TableServiceClient } from "@tablewright/runtime";
import { createTableService } from "@tablewright/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { authEntities, tableAdapter } from "./table-adapter.js";
import { VerificationToken } from "./tables.gen/index.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables });
const adapter = tableAdapter(service);

/** Reads of the database. The suite compares their results with what it wrote. */
const db = {
  user: (id: string) => adapter.getUser(id),
  session: async (token: string) => (await adapter.getSessionAndUser(token))?.session ?? null,
  account: ({ provider, providerAccountId }: Pick<AdapterAccount, "provider" | "providerAccountId">) =>
    adapter.getAccount(providerAccountId, provider),
  async verificationToken(key: { identifier: string; token: string }) {
    const found = await service.entities(VerificationToken).get(key);
    return found && { identifier: found.identifier, token: found.token, expires: found.expires };
  },
};

const dayMs = 24 * 3_600_000;
const later = (ms: number) => new Date(Math.floor((Date.now() + ms) / 1000) * 1000);
const hashToken = (token: string) => createHash("sha256").update(`${token}anything`).digest("hex");
const newToken = () => ({
  token: hashToken(randomUUID()),
  identifier: "info@example.com",
  expires: later(15 * 60_000),
});

describe("the tests of Auth.js for its adapters", () => {
  let user: AdapterUser = {
    id: randomUUID(),
    email: "fill@murray.com",
    image: "https://www.fillmurray.com/460/300",
    name: "Fill Murray",
    emailVerified: new Date(),
  };
  const session: AdapterSession = { sessionToken: randomUUID(), userId: "", expires: later(7 * dayMs) };
  const account: AdapterAccount = {
    userId: "",
    provider: "github",
    providerAccountId: randomUUID(),
    type: "oauth",
    access_token: randomUUID(),
    expires_at: (30 * dayMs) / 1000,
    id_token: randomUUID(),
    refresh_token: randomUUID(),
    token_type: "bearer",
    scope: "user",
    session_state: randomUUID(),
  };

  beforeAll(() => service.createTables([...authEntities]));

  it.each([
    ["createUser", "getUser", "getUserByEmail", "getUserByAccount", "updateUser", "linkAccount"],
    ["createSession", "getSessionAndUser", "updateSession", "deleteSession"],
    ["createVerificationToken", "useVerificationToken"],
    ["unlinkAccount", "deleteUser"],
  ])("methods exist: %s, %s …", (...methods) => {
    for (const method of methods) expect(adapter).toHaveProperty(method);
  });

  it("createUser", async () => {
    const { id } = await adapter.createUser(user);
    const stored = await db.user(id);
    expect(stored).toEqual({ ...user, id });
    user = stored as AdapterUser;
    session.userId = id;
    account.userId = id;
  });

  it("getUser", async () => {
    expect(await adapter.getUser(randomUUID())).toBeNull();
    expect(await adapter.getUser(user.id)).toEqual(user);
  });

  it("getUserByEmail", async () => {
    expect(await adapter.getUserByEmail("non-existent-email")).toBeNull();
    expect(await adapter.getUserByEmail(user.email)).toEqual(user);
  });

  it("createSession", async () => {
    const { sessionToken } = await adapter.createSession(session);
    expect(await db.session(sessionToken)).toEqual(session);
  });

  it("getSessionAndUser", async () => {
    expect(await adapter.getSessionAndUser("invalid-token")).toBeNull();
    expect(await adapter.getSessionAndUser(session.sessionToken)).toEqual({ user, session });
  });

  it("updateUser", async () => {
    const name = "Updated Name";
    expect((await adapter.updateUser({ id: user.id, name })).name).toBe(name);
    expect((await db.user(user.id))?.name).toBe(name);
    user.name = name;
  });

  it("updateSession", async () => {
    const { sessionToken } = session;
    const expires = later(30 * dayMs);
    expect((await db.session(sessionToken))?.expires.valueOf()).not.toBe(expires.valueOf());
    await adapter.updateSession({ sessionToken, expires });
    expect((await db.session(sessionToken))?.expires.valueOf()).toBe(expires.valueOf());
  });

  it("linkAccount", async () => {
    await adapter.linkAccount(account);
    expect(await db.account(account)).toEqual(account);
  });

  it("getUserByAccount", async () => {
    const invalid = { provider: "invalid-provider", providerAccountId: "invalid-provider-account-id" };
    expect(await adapter.getUserByAccount(invalid)).toBeNull();
    expect(await adapter.getUserByAccount(account)).toEqual(user);
  });

  it("deleteSession", async () => {
    await adapter.deleteSession(session.sessionToken);
    expect(await db.session(session.sessionToken)).toBeNull();
  });

  it("createVerificationToken", async () => {
    const token = newToken();
    await adapter.createVerificationToken(token);
    expect(await db.verificationToken(token)).toEqual(token);
  });

  it("useVerificationToken", async () => {
    const token = newToken();
    const key = { identifier: token.identifier, token: token.token };
    await adapter.createVerificationToken(token);
    expect(await adapter.useVerificationToken(key)).toEqual(token);
    expect(await adapter.useVerificationToken(key)).toBeNull();
    await adapter.createVerificationToken(token);
    expect(await adapter.useVerificationToken({ ...key, identifier: "invalid@identifier.com" })).toBeNull();
  });

  it("unlinkAccount", async () => {
    const { provider, providerAccountId } = account;
    expect(await db.account(account)).toEqual(account);
    await adapter.unlinkAccount({ provider, providerAccountId });
    expect(await db.account(account)).toBeNull();
  });

  it("deleteUser", async () => {
    expect(await db.user(user.id)).toEqual(user);
    await adapter.createSession(session);
    await adapter.linkAccount(account);
    await adapter.deleteUser(user.id);
    expect(await db.user(user.id)).toBeNull();
    expect(await db.session(session.sessionToken)).toBeNull();
    expect(await db.account(account)).toBeNull();
  });

  it("getAccount", async () => {
    const [provider, providerAccountId] = ["auth0", randomUUID()];
    const { id } = await adapter.createUser({ id: randomUUID(), email: "getAccount@example.com", emailVerified: null });
    await adapter.linkAccount({ provider, providerAccountId, type: "oauth", userId: id });
    expect(await adapter.getAccount("invalid-provider-account-id", "invalid-provider")).toBeNull();
    expect(await adapter.getAccount(providerAccountId, "invalid-provider")).toBeNull();
    expect(await adapter.getAccount("invalid-provider-account-id", provider)).toBeNull();
    expect(await adapter.getAccount(providerAccountId, provider)).not.toBeNull();
  });
});
