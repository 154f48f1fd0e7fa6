/**
 * User accounts, sign-in methods and sessions. A library stores passwords, passkeys, second factors and sessions
 * (`sign-in-library.ts`); it is loaded with the first call that needs it. `sign-in-routes.ts` decides which of its calls are
 * permitted, how often and from where.
 */
import { createSessionCookies } from "./session-cookies.ts";
import { boundPasswordHashing } from "./password-hashing.ts";
import type { PasswordHashing } from "./password-hashing.ts";
import { closedMessage, cookieSettings } from "./sign-in-settings.ts";
import type { SignIn, SignInLibrary, SignInOptions } from "./sign-in-settings.ts";

export { addressHeader, signInPath } from "./sign-in-settings.ts";
export type { Account, Session, SignIn, SignInOptions } from "./sign-in-settings.ts";

/** The library's, which is slow on purpose. */
const passwordHashing: PasswordHashing = {
  hash: async (password) => (await import("better-auth/crypto")).hashPassword(password),
  verify: async (sent) => (await import("better-auth/crypto")).verifyPassword(sent),
};

export function createSignIn(options: SignInOptions): SignIn {
  const { people, teams } = options;
  const closedTo = async (email: string) => {
    const isOpen =
      !options.byInvitation || (await people.firstPerson()) === undefined || (await teams.isInvited(email));
    return isOpen ? undefined : closedMessage;
  };
  const passwords = boundPasswordHashing(options.passwords ?? passwordHashing, options.limits);
  const { secret, cookiePrefix } = cookieSettings(options);
  const cookies = createSessionCookies({ name: `${cookiePrefix}.session_token`, secret });
  let opened: Promise<SignInLibrary> | undefined;
  const library = () =>
    (opened ??= import("./sign-in-library.ts").then(({ openSignInLibrary }) =>
      openSignInLibrary(options, { closedTo, passwords, cookies }),
    ));

  return {
    closedTo,
    get passwordsBusy() {
      return passwords.busy;
    },
    options: async () => (await library()).options,
    answer: async (request) => (await library()).answer(request),
    session: async (headers, address) => (headers.has("cookie") ? (await library()).session(headers, address) : null),
    endLinks: async (person) => (await library()).endLinks(person),
    discardSession: async (answer) => (await library()).discardSession(answer),
    ssoAccount: async (profile) => (await library()).ssoAccount(profile),
    openSsoSession: async (person, team, headers) => (await library()).openSsoSession(person, team, headers),
    codeAccount: async (headers) => (await library()).codeAccount(headers),
  };
}
