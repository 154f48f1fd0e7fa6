/**
 * The library that stores passwords, passkeys, second factors and sessions, and the rules that it lacks. Only `sign-in.ts`
 * loads it.
 */
import { randomBytes } from "node:crypto";
import { passkey } from "@better-auth/passkey";
import type { Actor } from "@weft/collab";
import { limits, SignInMethod, WeftError } from "@weft/protocol";
import { betterAuth } from "better-auth";
import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { verifyJWT } from "better-auth/crypto";
import { twoFactor } from "better-auth/plugins";
import { z } from "zod";
import { hashOfToken } from "./session-cookies.ts";
import { ownPath } from "./own-path.ts";
import { securityNotice } from "./security-notice.ts";
import { addressHeader, cookieSettings, signInPath } from "./sign-in-settings.ts";
import type { SignIn, SignInLibrary, SignInOptions, SignInParts } from "./sign-in-settings.ts";

const hour = 3_600;
const day = 24 * hour;

export function openSignInLibrary(options: SignInOptions, parts: SignInParts): SignInLibrary {
  const { people, staffDomain } = options;
  const { closedTo, passwords, cookies } = parts;

  const endLinks = async (person: string) => {
    const { adapter, internalAdapter } = await auth.$context;
    await internalAdapter.deleteVerificationByIdentifier(addressChangeOf(person));
    await adapter.deleteMany({ model: "verification", where: [{ field: "value", value: person }] });
  };
  const settings = settingsOf(options, { closedTo, endLinks, passwords, cookies });
  const auth = betterAuth(settings);

  return {
    options: settings,
    answer: (request) =>
      cookies.run(request.headers, async (inside) => {
        const answer = await auth.handler(new Request(request, { headers: inside.headers }));
        inside.issue(answer.headers);
        return answer;
      }),
    endLinks,
    async discardSession(answer) {
      const { authCookies, internalAdapter } = await auth.$context;
      const prefix = `${authCookies.sessionToken.name}=`;
      for (const cookie of answer.headers.getSetCookie()) {
        if (!cookie.startsWith(prefix)) continue;
        // The token, a dot and its signature.
        const token = decodeURIComponent(cookie.slice(prefix.length).split(";", 1)[0]!).split(".", 1)[0]!;
        if (token !== "") await internalAdapter.deleteSession(hashOfToken(token));
      }
      answer.headers.delete("set-cookie");
    },
    async session(headers, address) {
      const found = await cookies.run(headers, async (inside) => {
        const read = await auth.api.getSession({ headers: inside.headers, returnHeaders: true });
        inside.issue(read.headers);
        return read;
      });
      const { response, headers: answered } = found;
      if (response === null) return null;
      const person = await people.person(response.user.id);
      if (person === undefined) return null;
      const signedInAt = new Date(response.session.createdAt).getTime();
      const ssoTeam = response.session.ssoTeam ?? undefined;
      // No identity provider of a team makes anyone staff.
      const isStaff =
        ssoTeam === undefined &&
        staffDomain !== undefined &&
        person.emailVerified &&
        person.email.endsWith(`@${staffDomain.toLowerCase()}`);
      const signedInWith = SignInMethod.safeParse(response.session.signedInWith).data;
      const account = { person, isStaff, address, signedInAt, ssoTeam, signedInWith };
      return { account, cookies: answered.getSetCookie() };
    },
    async ssoAccount({ email, firstName, lastName }) {
      const { adapter, internalAdapter } = await auth.$context;
      const find = async () => (await internalAdapter.findUserByEmail(email))?.user;
      const add = async () => {
        const name = `${firstName} ${lastName}`.trim();
        const at = new Date();
        // Beside the hooks of sign-ups: owners of the domain have invited all of its addresses.
        return adapter.create<Record<string, unknown>, { id: string; emailVerified: boolean }>({
          model: "user",
          data: { email, emailVerified: true, name, firstName, lastName, createdAt: at, updatedAt: at },
        });
      };
      const { id, emailVerified } =
        (await find()) ??
        (await add().catch(async (error: unknown) => {
          // Two first sign-ins at once.
          const added = await find();
          if (added === undefined) throw error;
          return added;
        }));
      // Someone else may have opened the account with this address, and must not keep a way into it.
      if (!emailVerified) {
        const theirs = [{ field: "userId", value: id }];
        await internalAdapter.deleteUserSessions(id);
        for (const model of ["account", "passkey", "twoFactor"]) await adapter.deleteMany({ model, where: theirs });
        await endLinks(id);
        await internalAdapter.updateUser(id, { emailVerified: true, twoFactorEnabled: false });
      }
      const person = await people.person(id);
      if (person === undefined) throw new Error("The account was deleted meanwhile.");
      return { person, wasReset: !emailVerified };
    },
    codeAccount: (headers) =>
      cookies.run(headers, async (inside) => (await auth.api.codeAccount({ headers: inside.headers })).person),
    openSsoSession: (person, team, headers) =>
      cookies.run(headers, async (inside) => {
        const answer = await auth.api.openSsoSession({
          body: { person, team },
          headers: inside.headers,
          asResponse: true,
        });
        inside.issue(answer.headers);
        return answer;
      }),
  };
}

interface SettingsParts extends SignInParts {
  readonly endLinks: SignIn["endLinks"];
}

function settingsOf(options: SignInOptions, { closedTo, endLinks, passwords, cookies }: SettingsParts) {
  const { database, people, teams, mailer, publicUrl, social, log } = options;
  const { origin, hostname } = new URL(publicUrl);
  const { secure, cookiePrefix, secret } = cookieSettings(options);
  const linkTo = (page: string, token: string, asked: string) => {
    const next = nextOf(asked, origin);
    return `${origin}/${page}?${new URLSearchParams({ token, ...(next !== undefined && { next }) }).toString()}`;
  };

  const secondFactor = twoFactor({
    issuer: "Weft",
    schema: { twoFactor: { modelName: "two_factors" } },
    trustDeviceMaxAge: 30 * day,
    accountLockout: {
      enabled: true,
      maxFailedAttempts: options.limits.signInsPerAccount,
      durationSeconds: options.limits.signInWindowMs / 1_000,
    },
  });

  return {
    appName: "Weft",
    baseURL: origin,
    basePath: signInPath,
    secret,
    database: { ...database, transaction: false },
    telemetry: { enabled: false },
    // Messages may contain users' addresses: only errors are logged.
    logger: { level: "error", log: (_level, message) => log.error({ part: "sign-in" }, message) },
    onAPIError: { errorURL: `${origin}/sign-in` },
    // Tries are counted in `sign-in-routes.ts`, by account and by address.
    rateLimit: { enabled: false },
    trustedOrigins: [origin],
    advanced: {
      database: {
        generateId: ({ model }) => `${model === "user" ? "user_" : ""}${randomBytes(16).toString("base64url")}`,
      },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      cookiePrefix,
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
      // The origin of calls was checked before.
      disableCSRFCheck: true,
      // Answers do not wait for emails: their timing must not reveal whether one is sent.
      backgroundTasks: {
        handler: (task) => void task.catch(mailer.failed),
      },
    },
    user: {
      modelName: "users",
      additionalFields: {
        firstName: { type: "string", required: true },
        lastName: { type: "string", required: true },
        ownsServer: { type: "string", required: false, input: false, returned: false, unique: true },
      },
      changeEmail: {
        enabled: true,
        // The present address confirms first, then the new one.
        sendChangeEmailConfirmation: ({ user, newEmail, token, url }) =>
          mailer.send({
            to: user.email,
            usefulMs: day * 1_000,
            subject: "Confirm your new email address",
            text: `A request was made to change the email address of your Weft account to ${newEmail}.\n\nIf this was you, open this link to confirm:\n${linkTo("verify-email", token, url)}&step=confirm\n\nIf not, change your password. Your email address doesn't change unless you open the link.\n`,
          }),
      },
      deleteUser: {
        enabled: true,
        async beforeDelete({ id }) {
          const person = await people.person(id);
          if (person === undefined) return;
          try {
            await teams.leaveAll({ person });
          } catch (error) {
            throw new APIError("CONFLICT", { code: "LAST_OWNER", message: (error as Error).message });
          }
        },
        afterDelete: async ({ id, email }) => options.accountDeleted?.({ id, email }),
      },
    },
    session: {
      modelName: "sessions",
      expiresIn: 7 * day,
      // How often an open session is extended, and its user counted as active.
      updateAge: 3_600,
      freshAge: day,
      additionalFields: {
        ssoTeam: { type: "string", required: false, input: false },
        signedInWith: { type: "string", required: false, input: false },
      },
    },
    account: {
      modelName: "sign_in_methods",
      encryptOAuthTokens: true,
      accountLinking: { enabled: true, trustedProviders: [] },
    },
    verification: { modelName: "verifications", storeIdentifier: "hashed" },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      requireEmailVerification: mailer.leaves,
      // An address with an account is answered like any other: signing in is a separate call.
      autoSignIn: false,
      password: passwords,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: hour,
      async onPasswordReset({ user }) {
        await endLinks(user.id);
        void mailer.send(securityNotice(user.email, "passwordChanged", origin)).catch(mailer.failed);
      },
      sendResetPassword: async ({ user, token, url }) =>
        mailer.send({
          to: user.email,
          usefulMs: hour * 1_000,
          subject: "Reset your password",
          text: `Open this link within an hour to choose a new password for your Weft account:\n${linkTo("reset-password", token, url)}\n\nIf you didn't request this, you can ignore this email.\n`,
        }),
    },
    emailVerification: {
      sendOnSignUp: true,
      // The sign-in page requests another mail and passes the user's destination.
      sendOnSignIn: false,
      expiresIn: day,
      async sendVerificationEmail({ user, token, url }) {
        const person = await people.person(user.id);
        if (person?.emailVerified === true && person.email === user.email) return;
        await mailer.send({
          to: user.email,
          usefulMs: day * 1_000,
          subject: "Confirm your email address",
          text: `Open this link within a day to confirm your email address:\n${linkTo("verify-email", token, url)}\n\nIf you didn't create a Weft account, you can ignore this email.\n`,
        });
      },
    },
    socialProviders: {
      ...(social.github && {
        github: { ...social.github, mapProfileToUser: ({ name, login }) => namesOf(name ?? login) },
      }),
      ...(social.google && {
        google: {
          ...social.google,
          mapProfileToUser: ({ given_name, family_name, name }) =>
            given_name ? { firstName: given_name, lastName: family_name ?? "" } : namesOf(name),
        },
      }),
    },
    databaseHooks: {
      // The library uses its own clock.
      session: {
        create: {
          async before(session, call) {
            const token = cookies.created(session.token);
            // The session that a code opens is that of the sign-in before it.
            const isOfCode = call?.path?.startsWith("/two-factor/verify-") === true;
            const ssoTeam = isOfCode ? await ssoTeamOf(call, session.userId) : undefined;
            const signedInWith = await signedInWithOf(call ?? undefined, session.userId);
            return {
              data: {
                ...session,
                token,
                ...(ssoTeam !== undefined && { ssoTeam }),
                ...(signedInWith !== undefined && { signedInWith }),
              },
            };
          },
          async after(session, call) {
            await people.dropEndedSessions(Date.now());
            const person = await people.person(session.userId);
            if (person?.twoFactorEnabled === true && call) await keepMethod(call, session);
          },
        },
      },
      user: {
        create: {
          async before(user) {
            // The first account owns the server. Of sign-ups at the same time, the unique index of this column lets one
            // be inserted as the first; the others are tried again (`sign-in-routes.ts`). One read decides both whether
            // it is the first and whether it is admitted as such.
            const isFirst = (await people.firstPerson()) === undefined;
            const message = isFirst ? undefined : await closedTo(user.email);
            if (message !== undefined) throw new APIError("FORBIDDEN", { code: "SIGN_UP_CLOSED", message });
            // Without mail, its address cannot be verified in another way.
            const emailVerified = user.emailVerified || (isFirst && !mailer.leaves);
            return { data: { ...user, emailVerified, ...(isFirst && { ownsServer: "first" }) } };
          },
        },
      },
    },
    hooks: { before: beforeCall(options) },
    plugins: [
      { ...secondFactor, hooks: { after: secondFactor.hooks.after.map(alsoAfterProvider) } },
      singleSignOn,
      passkey({ rpID: hostname, rpName: "Weft", origin, schema: { passkey: { modelName: "passkeys" } } }),
    ],
  } satisfies BetterAuthOptions;
}

/** The identifier under which a pending change of address is stored. */
function addressChangeOf(person: string): string {
  return `change-email:${person}`;
}

/** A code is valid for its own half minute and the adjacent ones. */
const oneTimeCodeMs = 90_000;

/** Rules that the library lacks: links of a change of address expire, and a code works once. */
const beforeCall = ({ people, teams }: Pick<SignInOptions, "people" | "teams">) =>
  createAuthMiddleware(async (call) => {
    const { internalAdapter, secret } = call.context;
    /** Of a call that changes the address of an account. */
    const actorOf = async (id: string): Promise<Actor | undefined> => {
      const person = await people.person(id);
      return person && { person, address: call.headers?.get(addressHeader) ?? undefined };
    };
    if (call.path === "/change-email") {
      const session = await getSessionFromCtx(call);
      const { newEmail } = call.body as { readonly newEmail?: unknown };
      if (session === null || typeof newEmail !== "string") return undefined;
      const actor = await actorOf(session.user.id);
      const ssoTeam = (session.session as { readonly ssoTeam?: string | null }).ssoTeam ?? undefined;
      if (actor !== undefined) await teams.checkAddressChange(actor, ssoTeam).catch(refused);
      const identifier = addressChangeOf(session.user.id);
      await internalAdapter.deleteVerificationByIdentifier(identifier);
      const expiresAt = new Date(Date.now() + day * 1_000);
      const value = `${newEmail.toLowerCase()}\n${ssoTeam ?? ""}`;
      await internalAdapter.createVerificationValue({ identifier, value, expiresAt });
    }
    if (call.path === "/verify-email") {
      const token = await verifyJWT(String((call.query as { readonly token?: unknown } | undefined)?.token), secret);
      // Without a new address, the token only verifies the present one.
      if (typeof token?.["updateTo"] !== "string" || typeof token["email"] !== "string") return undefined;
      const found = await internalAdapter.findUserByEmail(token["email"]);
      const identifier = addressChangeOf(found?.user.id ?? "");
      const isFirstLink = token["requestType"] === "change-email-confirmation";
      const asked = isFirstLink
        ? await internalAdapter.findVerificationValue(identifier)
        : await internalAdapter.consumeVerificationValue(identifier);
      const [newEmail, ssoTeam = ""] = asked?.value.split("\n") ?? [];
      if (asked === null || newEmail !== token["updateTo"] || new Date(asked.expiresAt).getTime() <= Date.now())
        throw new APIError("UNAUTHORIZED", { code: "INVALID_TOKEN", message: "This link was used or has expired." });
      // A team may have begun to require single sign-on meanwhile.
      const actor = isFirstLink ? undefined : await actorOf(found?.user.id ?? "");
      if (actor !== undefined) await teams.changeAddress(actor, newEmail, ssoTeam || undefined).catch(refused);
    }
    if (call.path === "/two-factor/verify-totp") {
      const body = call.body as { readonly code?: unknown };
      const person = await halfSignedIn(call);
      if (person === undefined || typeof body.code !== "string") return undefined;
      const isFirst = await internalAdapter.reserveVerificationValue({
        identifier: `one-time-code:${person}:${body.code}`,
        value: "",
        expiresAt: new Date(Date.now() + oneTimeCodeMs),
      });
      // The library counts it like any wrong code.
      if (!isFirst) return { context: { body: { ...body, code: "used" } } };
    }
    return undefined;
  });

/** A refusal of ours, as the library answers it. */
function refused(error: unknown): never {
  if (!(error instanceof WeftError)) throw error;
  throw new APIError("FORBIDDEN", { code: error.code, message: error.message });
}

type AuthCall = Parameters<typeof getSessionFromCtx>[0];

/** The id of the user who is asked for a code: signed in, or past the password step. */
async function halfSignedIn(call: AuthCall): Promise<string | undefined> {
  const session = await getSessionFromCtx(call);
  if (session !== null) return session.user.id;
  const { name } = call.context.createAuthCookie("two_factor");
  const identifier = await call.getSignedCookie(name, call.context.secret);
  if (!identifier) return undefined;
  return (await call.context.internalAdapter.findVerificationValue(identifier))?.value;
}

/** Where our own code opens a session; no call from outside reaches it. */
const ssoSessionPath = "/sso/session";
const ssoCookie = "sso_team";
const ssoCookieMs = 600_000;

/** Sessions of single sign-on. While the account's second factor is asked for, a signed cookie keeps the team. */
const singleSignOn = {
  id: "single-sign-on",
  endpoints: {
    openSsoSession: createAuthEndpoint(
      ssoSessionPath,
      {
        method: "POST",
        body: z.object({ person: z.string(), team: z.string() }),
        metadata: { SERVER_ONLY: true as const },
      },
      async (call) => {
        const { internalAdapter, secret } = call.context;
        const { person, team } = call.body;
        const user = await internalAdapter.findUserById(person);
        if (user === null) throw new APIError("NOT_FOUND");
        const session = await internalAdapter.createSession(person, false, { ssoTeam: team });
        await setSessionCookie(call, { session, user });
        if ((user as { twoFactorEnabled?: boolean | null }).twoFactorEnabled === true) {
          const { name, attributes } = call.context.createAuthCookie(ssoCookie, { maxAge: ssoCookieMs / 1_000 });
          const kept = [person, team, String(Date.now() + ssoCookieMs)].join(" ");
          await call.setSignedCookie(name, kept, secret, attributes);
        }
        return call.json({ done: true });
      },
    ),
    codeAccount: createAuthEndpoint(
      "/code-account",
      { method: "GET", metadata: { SERVER_ONLY: true as const } },
      async (call) => ({ person: await halfSignedIn(call) }),
    ),
  },
} satisfies BetterAuthPlugin;

const methodCookie = "sign_in_method";

/** How a session is opened: by the call that opens it, or as the session or the first step that it continues. */
async function signedInWithOf(call: AuthCall | undefined, user: string): Promise<SignInMethod | undefined> {
  const path = call?.path ?? "";
  if (call === undefined) return undefined;
  if (path === "/sign-in/email") return "password";
  if (path === "/passkey/verify-authentication") return "passkey";
  if (path === ssoSessionPath) return "saml";
  if (path === "/callback/:id") return SignInMethod.safeParse((call.params as { id?: string } | undefined)?.id).data;
  const session = await getSessionFromCtx(call);
  if (session?.user.id === user)
    return SignInMethod.safeParse((session.session as { readonly signedInWith?: unknown }).signedInWith).data;
  if (!path.startsWith("/two-factor/verify-")) return undefined;
  const { name } = call.context.createAuthCookie(methodCookie);
  const kept = await call.getSignedCookie(name, call.context.secret);
  const [person, method, until] = (kept || "").split(" ");
  return person === user && Number(until) > Date.now() ? SignInMethod.safeParse(method).data : undefined;
}

/** While the account's second factor is asked for, a signed cookie keeps the method of the first step. */
async function keepMethod(call: AuthCall, session: { readonly userId: string }): Promise<void> {
  const method = (session as { readonly signedInWith?: string | null }).signedInWith;
  if (method == null) return;
  const { name, attributes } = call.context.createAuthCookie(methodCookie, { maxAge: ssoCookieMs / 1_000 });
  const kept = [session.userId, method, String(Date.now() + ssoCookieMs)].join(" ");
  await call.setSignedCookie(name, kept, call.context.secret, attributes);
}

/** The team of a single sign-on that this user has just completed up to their second factor. */
async function ssoTeamOf(call: AuthCall, user: string): Promise<string | undefined> {
  const { name } = call.context.createAuthCookie(ssoCookie);
  const kept = await call.getSignedCookie(name, call.context.secret);
  const [person, team, until] = (kept || "").split(" ");
  return person === user && Number(until) > Date.now() ? team : undefined;
}

/**
 * The library asks for the second factor only after a password. It is also required after a sign-in at a social provider,
 * where someone with access to the mailbox could open an account, and after single sign-on, where an administrator of the
 * identity provider or of the domain's DNS could sign in as a member.
 */
function alsoAfterProvider<H extends { matcher(context: { readonly path?: string }): boolean }>(hook: H): H {
  const paths: readonly (string | undefined)[] = ["/callback/:id", ssoSessionPath];
  return { ...hook, matcher: (context) => paths.includes(context.path) || hook.matcher(context) };
}

/**
 * The page that the requester of an email was going to, as the target of its link; undefined if there is none. Only
 * paths of this site get into emails: anyone can request an email to any address.
 */
function nextOf(asked: string, origin: string): string | undefined {
  const path = ownPath(new URL(asked).searchParams.get("callbackURL") ?? "", origin);
  return path === "/" || (path?.length ?? 0) > limits.routeLength ? undefined : path;
}

/** Splits a full name into first and last name. */
function namesOf(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}
