import type { Adapter, AdapterAccount, AdapterSession, AdapterUser } from "@auth/core/adapters";
import { isTableError, type TableServiceClient } from "@tablewright/runtime";
import { Account, Session, User, VerificationToken } from "./tables.gen/index.js";

type UserId = User["userId"];

/** Entities of the adapter, for `service.createTables`. */
export const authEntities = [User, Account, Session, VerificationToken] as const;

/**
 * Adapter of Auth.js on tables. A user, its accounts and its sessions are in one partition; e-mails, accounts and session tokens are found by
 * indexes.
 * @see https://authjs.dev/guides/creating-a-database-adapter
 */
export function tableAdapter(service: TableServiceClient): Required<Pick<Adapter, Method>> {
  const users = service.entities(User);
  const accounts = service.entities(Account);
  const sessions = service.entities(Session);
  const tokens = service.entities(VerificationToken);

  async function userOf(userId: string | undefined): Promise<AdapterUser | null> {
    const user = userId === undefined ? undefined : await users.get({ userId: userId as UserId });
    return user === undefined ? null : adapterUser(user);
  }

  // Auth.js passes whole accounts as keys.
  function findAccount({ provider, providerAccountId }: Pick<AdapterAccount, "provider" | "providerAccountId">) {
    return accounts.byProvider.query({ provider, providerAccountId }).first();
  }

  return {
    async createUser({ id: _, ...user }) {
      const created = new User(userInit(user));
      await users.insert(created);
      return adapterUser(created);
    },
    getUser: (id) => userOf(isGuid(id) ? id : undefined),
    async getUserByEmail(email) {
      const user = await users.byEmail.get({ email });
      return user === undefined ? null : adapterUser(user);
    },
    async getUserByAccount(account) {
      return userOf((await findAccount(account))?.userId);
    },
    async updateUser({ id, ...changes }) {
      const key = { userId: id as UserId };
      const set = Object.fromEntries(Object.entries(userInit(changes)).filter(([, value]) => value !== undefined));
      const unset = (["name", "image", "emailVerified"] as const).filter((name) => changes[name] === null);
      await users.modify(key, () => ({ set, unset }));
      return adapterUser(await users.getOrThrow(key));
    },
    async deleteUser(id) {
      const userId = id as UserId;
      // The user is deleted last, so that an interrupted deletion can be repeated.
      for (const account of await accounts.query({ userId }).toArray({ max: 10_000 }))
        await accounts.delete(account, { ifMatch: "*" });
      for (const session of await sessions.query({ userId }, { expired: true }).toArray({ max: 10_000 }))
        await sessions.delete(session, { ifMatch: "*" });
      await users.delete({ userId }, { ifMatch: "*" });
    },
    async linkAccount({ userId, provider, providerAccountId, type, ...rest }) {
      const key = { userId: userId as UserId, provider, providerAccountId };
      await accounts.insert({ ...key, type, tokens: rest });
    },
    async unlinkAccount(account) {
      const found = await findAccount(account);
      if (found !== undefined) await accounts.delete(found, { ifMatch: "*" });
    },
    async getAccount(providerAccountId, provider) {
      const found = await findAccount({ provider, providerAccountId });
      return found === undefined ? null : adapterAccount(found);
    },
    async createSession({ sessionToken, userId, expires }) {
      await sessions.insert({ sessionToken, userId: userId as UserId, expires });
      return { sessionToken, userId, expires };
    },
    async getSessionAndUser(sessionToken) {
      const session = await sessions.byToken.query({ sessionToken }).first();
      const user = await userOf(session?.userId);
      return session === undefined || user === null ? null : { session: adapterSession(session), user };
    },
    async updateSession({ sessionToken, expires }) {
      const session = await sessions.byToken.query({ sessionToken }).first();
      if (session === undefined) return null;
      if (expires !== undefined) await sessions.merge(session, { expires }, { ifMatch: "*" });
      return { ...adapterSession(session), ...(expires && { expires }) };
    },
    async deleteSession(sessionToken) {
      const session = await sessions.byToken.query({ sessionToken }).first();
      if (session !== undefined) await sessions.delete(session, { ifMatch: "*" });
    },
    async createVerificationToken(token) {
      await tokens.insert(token);
      return token;
    },
    async useVerificationToken(key) {
      const found = await tokens.get(key);
      if (found === undefined) return null;
      try {
        // If two use the token at the same time, the service lets only one delete it.
        if (!(await tokens.delete(found, { ifMatch: found.$etag }))) return null;
      } catch (error) {
        if (isTableError(error, "entity.condition-not-met")) return null;
        throw error;
      }
      return { identifier: found.identifier, token: found.token, expires: found.expires };
    },
  };
}

type Method =
  | "createUser"
  | "getUser"
  | "getUserByEmail"
  | "getUserByAccount"
  | "updateUser"
  | "deleteUser"
  | "linkAccount"
  | "unlinkAccount"
  | "getAccount"
  | "createSession"
  | "getSessionAndUser"
  | "updateSession"
  | "deleteSession"
  | "createVerificationToken"
  | "useVerificationToken";

const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function isGuid(id: string): boolean {
  return guid.test(id);
}

/** Returns the values that are stored. Auth.js passes null for what a provider did not provide. */
function userInit<Given extends Partial<AdapterUser>>({ email, emailVerified, name, image }: Given) {
  return {
    email: email as Given["email"] & string,
    emailVerified: emailVerified ?? undefined,
    name: name ?? undefined,
    image: image ?? undefined,
  };
}

function adapterUser({ userId, email, emailVerified, name, image }: User): AdapterUser {
  return { id: userId, email, emailVerified: emailVerified ?? null, name: name ?? null, image: image ?? null };
}

function adapterSession({ sessionToken, userId, expires }: Session): AdapterSession {
  return { sessionToken, userId, expires };
}

function adapterAccount({ userId, provider, providerAccountId, type, tokens }: Account): AdapterAccount {
  return { userId, provider, providerAccountId, type: type as AdapterAccount["type"], ...tokens };
}
