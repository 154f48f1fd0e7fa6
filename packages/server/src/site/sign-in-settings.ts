/** What `sign-in.ts` and the library that it loads share. */
import { deriveKey } from "@weft/collab";
import type { PersonRecord, PersonRecords, SsoProfile, Teams } from "@weft/collab";
import type { Limits, SignInMethod } from "@weft/protocol";
import type { SignInDatabase } from "@weft/store";
import type { BetterAuthOptions } from "better-auth";
import type { Logger } from "pino";
import type { Mailer } from "../mail/mailer.ts";
import type { PasswordHashing } from "./password-hashing.ts";
import type { SessionCookies } from "./session-cookies.ts";

/** A signed-in user. */
export interface Account {
  readonly person: PersonRecord;
  /** Whether they have a verified address on the operator's domain. */
  readonly isStaff: boolean;
  /** The address from which they call. */
  readonly address: string;
  /** When this session began. */
  readonly signedInAt: number;
  /** The team through whose identity provider it was opened. */
  readonly ssoTeam?: string;
  /** How it was opened; undefined for sessions of earlier releases. */
  readonly signedInWith?: SignInMethod;
}

/** The account of someone for whom an identity provider vouches. */
export interface SsoAccount {
  readonly person: PersonRecord;
  /** Whether its earlier sign-in methods were removed because its email address had never been verified. */
  readonly wasReset: boolean;
}

/** An open session, and the cookies to set for it. */
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
  /** The session of these headers; `null` if there is none. */
  session(headers: Headers, address: string): Promise<Session | null>;
  /** Why this address may not have an account; undefined if it may. */
  closedTo(email: string): Promise<string | undefined>;
  /** Ends a user's pending links (new password, change of address) and trusted devices. */
  endLinks(person: string): Promise<void>;
  /** Ends the session that an answer opens, and takes its cookies out of the answer. */
  discardSession(answer: Response): Promise<void>;
  /**
   * The account with this address, created if there is none. Its address is confirmed from then on: the caller has made
   * sure that the identity provider may vouch for it.
   */
  ssoAccount(profile: Pick<SsoProfile, "email" | "firstName" | "lastName">): Promise<SsoAccount>;
  /** Opens a session as any other sign-in does. The answer has its cookies, or asks for the account's second factor. */
  openSsoSession(person: string, team: string, headers: Headers): Promise<Response>;
  /** The account that these headers are asked for a one-time code of: signed in, or past its password. */
  codeAccount(headers: Headers): Promise<string | undefined>;
  /** Whether the queue of passwords to check is full. */
  readonly passwordsBusy: boolean;
  /** What the library was opened with. */
  options(): Promise<BetterAuthOptions>;
}

export interface SignInOptions {
  readonly database: SignInDatabase;
  readonly people: PersonRecords;
  readonly teams: Teams;
  readonly mailer: Mailer;
  readonly masterKey: Uint8Array;
  readonly publicUrl: string;
  readonly limits: Pick<
    Limits,
    "signInsPerAccount" | "signInWindowMs" | "passwordHashesAtOnce" | "passwordHashesWaiting"
  >;
  readonly byInvitation: boolean;
  readonly staffDomain: string | undefined;
  readonly social: { readonly github?: SocialKeys; readonly google?: SocialKeys };
  /** Called when an account has been deleted. */
  readonly accountDeleted?: (person: { readonly id: string; readonly email: string }) => Promise<void>;
  readonly log: Logger;
  /** Replaces the library's hashing, which is slow on purpose. For tests. */
  readonly passwords?: PasswordHashing;
}

export const signInPath = "/internal/auth";
/** The header in which the library finds the caller's address. A value sent by the caller is dropped. */
export const addressHeader = "x-weft-address";
export const closedMessage = "Projects on this server come by invitation.";

/** The part of `SignIn` that needs the library. */
export interface SignInLibrary extends Omit<SignIn, "closedTo" | "passwordsBusy" | "options"> {
  readonly options: BetterAuthOptions;
}

/** What is made before the library is loaded. */
export interface SignInParts extends Pick<SignIn, "closedTo"> {
  readonly passwords: PasswordHashing;
  readonly cookies: SessionCookies;
}

/** How the library names and signs its cookies. */
export function cookieSettings({ masterKey, publicUrl }: Pick<SignInOptions, "masterKey" | "publicUrl">) {
  const secure = new URL(publicUrl).protocol === "https:";
  return {
    secure,
    // Browsers hold cookies of this prefix to one host, to https, and to the whole site.
    cookiePrefix: secure ? "__Host-weft" : "weft",
    secret: deriveKey(masterKey, "sign-in").toString("base64"),
  };
}
