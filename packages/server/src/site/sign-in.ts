/**
 * Accounts of people: who they are, how they sign in, and which sign-ins are open. The library keeps passwords, passkeys,
 * second factors and sessions; what it may be asked, how often and from where is decided in `sign-in-routes.ts`.
 */
import { randomBytes } from "node:crypto";
import { passkey } from "@better-auth/passkey";
import { deriveKey } from "@weft/collab";
import type { PersonRecord, PersonRecords, Teams } from "@weft/collab";
import { limits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { betterAuth } from "better-auth";
import type { BetterAuthOptions } from "better-auth";
import { APIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Mailer } from "./mail.ts";
import { ownPath } from "./own-path.ts";
import { securityNotice } from "./security-notice.ts";

/** Somebody who is signed in. */
export interface Account {
  readonly person: PersonRecord;
  /** A verified address on the domain of whoever runs the server. */
  readonly isStaff: boolean;
  /** From where they call. */
  readonly address: string;
  /** When this sign-in was made. */
  readonly signedInAt: number;
}

/** An open sign-in, and what the browser is to keep of it from now on. */
export interface Session {
  readonly account: Account;
  readonly cookies: readonly string[];
}

export interface SocialKeys {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface SignIn {
  /** Answers a call to `/internal/auth/*`. */
  answer(request: Request): Promise<Response>;
  /** Who is signed in by these headers. `null` where nobody is. */
  session(headers: Headers, address: string): Promise<Session | null>;
  /** Why this address may not have an account; undefined when it may. */
  closedTo(email: string): Promise<string | undefined>;
  readonly options: BetterAuthOptions;
}

export interface SignInOptions {
  readonly database: Kysely<unknown>;
  readonly people: PersonRecords;
  readonly teams: Teams;
  readonly mailer: Mailer;
  readonly masterKey: Uint8Array;
  readonly publicUrl: string;
  readonly limits: Pick<Limits, "signInsPerAccount" | "signInWindowMs">;
  readonly byInvitation: boolean;
  readonly staffDomain: string | undefined;
  readonly social: { readonly github?: SocialKeys; readonly google?: SocialKeys };
  readonly log: Logger;
  /** Takes the place of the library's own, which is slow on purpose: for tests. */
  readonly passwords?: PasswordHashing;
}

export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(sent: { readonly password: string; readonly hash: string }): Promise<boolean>;
}

export const signInPath = "/internal/auth";
/** Where the library finds the caller's address. Whatever a caller sends under this name is dropped. */
export const addressHeader = "x-weft-address";
export const closedMessage = "Accounts on this server come by invitation.";

const hour = 3_600;
const day = 24 * hour;

export function openSignIn(options: SignInOptions): SignIn {
  const { people, teams, staffDomain } = options;

  const closedTo = async (email: string) => {
    const isOpen =
      !options.byInvitation || (await people.firstPerson()) === undefined || (await teams.isInvited(email));
    return isOpen ? undefined : closedMessage;
  };
  const settings = settingsOf(options, closedTo);
  const auth = betterAuth(settings);

  return {
    options: settings,
    closedTo,
    answer: (request) => auth.handler(request),
    async session(headers, address) {
      if (!headers.has("cookie")) return null;
      const { response, headers: answered } = await auth.api.getSession({ headers, returnHeaders: true });
      if (response === null) return null;
      const person = await people.person(response.user.id);
      if (person === undefined) return null;
      const signedInAt = new Date(response.session.createdAt).getTime();
      const isStaff =
        staffDomain !== undefined && person.emailVerified && person.email.endsWith(`@${staffDomain.toLowerCase()}`);
      return { account: { person, isStaff, address, signedInAt }, cookies: answered.getSetCookie() };
    },
  };
}

function settingsOf(options: SignInOptions, closedTo: SignIn["closedTo"]) {
  const { database, people, teams, mailer, masterKey, publicUrl, social, log } = options;
  const { origin, hostname, protocol } = new URL(publicUrl);
  const secure = protocol === "https:";
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
    secret: deriveKey(masterKey, "sign-in").toString("base64"),
    database: { db: database, type: "sqlite", transaction: false },
    telemetry: { enabled: false },
    // Messages may name addresses of people: the log hears of what is broken alone.
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
      // Browsers hold cookies of this prefix to one host, to https, and to the whole site.
      cookiePrefix: secure ? "__Host-weft" : "weft",
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
      // Where calls come from was looked at before they got here.
      disableCSRFCheck: true,
      // Nobody waits for a mail: how long an answer takes must not tell whether one is sent.
      backgroundTasks: {
        handler: (task) => void task.catch(mailer.failed),
      },
    },
    user: {
      modelName: "users",
      additionalFields: {
        firstName: { type: "string", required: true },
        lastName: { type: "string", required: true },
      },
      changeEmail: {
        enabled: true,
        // The address that is known confirms, then the new one.
        sendChangeEmailConfirmation: ({ user, newEmail, token, url }) =>
          mailer.send({
            to: user.email,
            usefulMs: day * 1_000,
            subject: "Confirm your new e-mail address",
            text: `Somebody signed in to your Weft account wants to change its e-mail address to ${newEmail}.\n\nIf that was you, open this link:\n${linkTo("verify-email", token, url)}&step=confirm\n\nIf not, change your password: your account stays as it is.\n`,
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
      },
    },
    session: {
      modelName: "sessions",
      expiresIn: 7 * day,
      // So often an open sign-in is prolonged, and its owner counts as active.
      updateAge: 3_600,
      freshAge: day,
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
      password: options.passwords,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: hour,
      onPasswordReset: async ({ user }) =>
        void mailer.send(securityNotice(user.email, "passwordChanged", origin)).catch(mailer.failed),
      sendResetPassword: async ({ user, token, url }) =>
        mailer.send({
          to: user.email,
          usefulMs: hour * 1_000,
          subject: "Reset your password",
          text: `Open this link within an hour to choose a new password for your Weft account:\n${linkTo("reset-password", token, url)}\n\nIf you did not ask for it, there is nothing to do.\n`,
        }),
    },
    emailVerification: {
      sendOnSignUp: true,
      // The page of the sign-in asks for another one, and says where its reader was going.
      sendOnSignIn: false,
      expiresIn: day,
      async sendVerificationEmail({ user, token, url }) {
        const person = await people.person(user.id);
        if (person?.emailVerified === true && person.email === user.email) return;
        await mailer.send({
          to: user.email,
          usefulMs: day * 1_000,
          subject: "Confirm your e-mail address",
          text: `Open this link within a day to confirm that this address is yours:\n${linkTo("verify-email", token, url)}\n\nIf you do not know what this is about, there is nothing to do.\n`,
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
      // The library keeps its own time.
      session: { create: { after: () => people.dropEndedSessions(Date.now()) } },
      user: {
        create: {
          async before(user) {
            const message = await closedTo(user.email);
            if (message !== undefined) throw new APIError("FORBIDDEN", { code: "SIGN_UP_CLOSED", message });
            // Whoever sets a server up is its owner: without mail there is no other way to show it.
            const isOwner = !mailer.leaves && (await people.firstPerson()) === undefined;
            return { data: { ...user, emailVerified: user.emailVerified || isOwner } };
          },
        },
      },
    },
    plugins: [
      { ...secondFactor, hooks: { after: secondFactor.hooks.after.map(alsoAfterSocial) } },
      passkey({ rpID: hostname, rpName: "Weft", origin, schema: { passkey: { modelName: "passkeys" } } }),
    ],
  } satisfies BetterAuthOptions;
}

/**
 * The library asks for the second factor after a password alone. Who holds the e-mail address could open an account at
 * another site with it, and would be in without: there, too, it is half of the way.
 */
function alsoAfterSocial<H extends { matcher(context: { readonly path?: string }): boolean }>(hook: H): H {
  return { ...hook, matcher: (context) => context.path === "/callback/:id" || hook.matcher(context) };
}

/**
 * Where whoever asked for a mail was going, for its link to go on there; undefined for nowhere in particular. Only paths
 * of this site get into mails: what is asked here is asked by anybody, for anybody's address.
 */
function nextOf(asked: string, origin: string): string | undefined {
  const path = ownPath(new URL(asked).searchParams.get("callbackURL") ?? "", origin);
  return path === "/" || (path?.length ?? 0) > limits.routeLength ? undefined : path;
}

/** A name that is one text, as two. */
function namesOf(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}
