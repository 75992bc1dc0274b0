import type { AdapterAccount } from "@auth/core/adapters";
import { TableServiceClient } from "@tablewright/runtime";
import { sweep } from "@tablewright/runtime/admin";
import { createTableService } from "@tablewright/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { authEntities, tableAdapter } from "./table-adapter.js";
import { Session } from "./tables.gen/index.js";

const tables = createTableService();
const service = TableServiceClient.fromConnectionString(tables.connectionString, { transport: tables, retry: false });
const adapter = tableAdapter(service);
const expires = new Date("2030-01-02T03:04:05.006Z");

beforeEach(async () => {
  tables.reset();
  await service.createTables([...authEntities]);
});

const createUser = (email = "ann@example.org") =>
  adapter.createUser({ id: "", email, emailVerified: null, name: "Ann", image: "https://example.org/ann.png" });

const account = (userId: string): AdapterAccount => ({
  userId,
  provider: "github",
  providerAccountId: "id/1?#",
  type: "oauth",
  access_token: "t".repeat(40_000),
  expires_at: 1_900_000_000,
  scope: "read:user",
  token_type: "bearer",
});

describe("a user", () => {
  it("is created with an id, and found by it", async () => {
    const user = await createUser();
    expect(user.id).toMatch(/^[\da-f-]{36}$/);
    expect(user).toMatchObject({ email: "ann@example.org", name: "Ann", emailVerified: null });
    expect(await adapter.getUser(user.id)).toEqual(user);
  });

  it("is found by e-mail in any case, and as null if there is none", async () => {
    const user = await createUser();
    expect(await adapter.getUserByEmail("Ann@Example.org")).toEqual(user);
    expect(await adapter.getUserByEmail("bob@example.org")).toBeNull();
    expect(await adapter.getUser("no id")).toBeNull();
    expect(await adapter.getUser(crypto.randomUUID())).toBeNull();
  });

  it("is not created a second time with the e-mail of another", async () => {
    const user = await createUser();
    await expect(createUser("ANN@example.org")).rejects.toMatchObject({ code: "index.not-unique" });
    expect(await adapter.getUserByEmail("ann@example.org")).toEqual(user);
  });

  it("keeps a picture that is larger than a property", async () => {
    const image = `data:image/png;base64,${"A".repeat(100_000)}`;
    const user = await adapter.createUser({ id: "", email: "a@b.c", emailVerified: expires, image });
    expect(await adapter.getUser(user.id)).toMatchObject({ image, emailVerified: expires, name: null });
  });

  it("is updated in part, e-mail included", async () => {
    const user = await createUser();
    const updated = await adapter.updateUser({ id: user.id, email: "new@example.org", name: null });
    expect(updated).toEqual({ ...user, email: "new@example.org", name: null });
    expect(await adapter.getUserByEmail("new@example.org")).toEqual(updated);
    expect(await adapter.getUserByEmail("ann@example.org")).toBeNull();
  });

  it("is deleted with its accounts and sessions", async () => {
    const [user, other] = [await createUser(), await createUser("bob@example.org")];
    await adapter.linkAccount(account(user.id));
    await adapter.createSession({ sessionToken: "s1", userId: user.id, expires });
    await adapter.createSession({ sessionToken: "s2", userId: other.id, expires });
    await adapter.deleteUser(user.id);
    expect(await adapter.getUser(user.id)).toBeNull();
    expect(await adapter.getUserByEmail("ann@example.org")).toBeNull();
    expect(await adapter.getUserByAccount({ provider: "github", providerAccountId: "id/1?#" })).toBeNull();
    expect(await adapter.getSessionAndUser("s1")).toBeNull();
    expect((await adapter.getSessionAndUser("s2"))?.user).toEqual(other);
  });
});

describe("an account", () => {
  it("leads to its user, and keeps its tokens", async () => {
    const user = await createUser();
    const linked = account(user.id);
    await adapter.linkAccount(linked);
    expect(await adapter.getUserByAccount(linked)).toEqual(user);
    expect(await adapter.getAccount(linked.providerAccountId, linked.provider)).toEqual(linked);
  });

  it("leads nowhere once it is unlinked", async () => {
    const user = await createUser();
    await adapter.linkAccount(account(user.id));
    const key = { provider: "github", providerAccountId: "id/1?#" };
    await adapter.unlinkAccount(key);
    await adapter.unlinkAccount(key);
    expect(await adapter.getUserByAccount(key)).toBeNull();
    expect(await adapter.getAccount("id/1?#", "github")).toBeNull();
    expect(await adapter.getUser(user.id)).toEqual(user);
  });
});

describe("a session", () => {
  it("leads to its user until it is deleted", async () => {
    const user = await createUser();
    const session = { sessionToken: "token", userId: user.id, expires };
    expect(await adapter.createSession(session)).toEqual(session);
    expect(await adapter.getSessionAndUser("token")).toEqual({ session, user });
    await adapter.deleteSession("token");
    await adapter.deleteSession("token");
    expect(await adapter.getSessionAndUser("token")).toBeNull();
  });

  it("leads nowhere once it has expired, and is swept", async () => {
    const { id } = await createUser();
    await adapter.createSession({ sessionToken: "token", userId: id, expires: new Date(Date.now() - 1000) });
    expect(await adapter.getSessionAndUser("token")).toBeNull();
    expect(await sweep(service, Session)).toMatchObject({ deleted: 1 });
  });

  it("is prolonged", async () => {
    const user = await createUser();
    await adapter.createSession({ sessionToken: "token", userId: user.id, expires });
    const later = new Date("2031-01-01T00:00:00Z");
    expect(await adapter.updateSession({ sessionToken: "token", expires: later })).toMatchObject({ expires: later });
    expect((await adapter.getSessionAndUser("token"))?.session.expires).toEqual(later);
    expect(await adapter.updateSession({ sessionToken: "none", expires: later })).toBeNull();
  });
});

describe("a verification token", () => {
  const token = { identifier: "ann@example.org", token: "hashed", expires };

  it("is used once", async () => {
    expect(await adapter.createVerificationToken(token)).toEqual(token);
    expect(await adapter.useVerificationToken({ identifier: token.identifier, token: "other" })).toBeNull();
    expect(await adapter.useVerificationToken(token)).toEqual(token);
    expect(await adapter.useVerificationToken(token)).toBeNull();
  });

  it("is used by one of many at once", async () => {
    await adapter.createVerificationToken(token);
    const used = await Promise.all(Array.from({ length: 10 }, () => adapter.useVerificationToken(token)));
    expect(used.filter((result) => result !== null)).toEqual([token]);
  });
});
