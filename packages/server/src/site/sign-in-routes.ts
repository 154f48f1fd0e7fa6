/**
 * `/internal/auth/*`: the sign-in library behind a list of permitted calls.
 *
 *   call ─► listed? ─► from this site? ─► tries left? ─► body by our rules ─► library ─► tries given back where it went
 *   well
 *
 * Tries are counted before their outcome is known, by account and by address; an address without an account counts,
 * too.
 */
import {
  EmailAddress,
  limits as platformLimits,
  TeamName,
  toAsciiAddress,
  WeftError,
  explainIssues,
} from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { parseJson } from "../http/json-body.ts";
import { networkOf } from "../http/network-of.ts";
import { checkStorable } from "../http/request-reading.ts";
import { createAttempts } from "./attempts.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { refuseForeign, requireOwnOrigin } from "./same-origin.ts";
import { passwordsBusy, retryAfterSeconds } from "./password-hashing.ts";
import { ownPath } from "./own-path.ts";
import { securityNotice } from "./security-notice.ts";
import type { SecurityChange } from "./security-notice.ts";
import { addressHeader, signInPath } from "./sign-in.ts";
import type { SiteServices } from "./site-services.ts";

/** The key for tries besides the IP address: the email in the body, the signed-in account, or a code's account. */
type Count = "email" | "account" | "code" | "address" | "none";

interface Entry {
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  readonly count: Count;
  /** Successful tries are given back. */
  readonly givenBack?: boolean;
  readonly body?: z.ZodType<Record<string, unknown>>;
  /** A GET that changes something. */
  readonly changes?: boolean;
  /** The security notice that its account's owner is sent on success. */
  readonly notice?: SecurityChange;
  /** On success, links that were mailed before become invalid. */
  readonly endsLinks?: boolean;
}

const NewPassword = z
  .string()
  .min(8)
  .max(128)
  .refine((password) => !isCommonPassword(password), "is one of the passwords that are tried first.");
const personName = z.string().trim().min(1).max(platformLimits.personNameLength);

const SignUp = z
  .object({
    email: EmailAddress,
    password: NewPassword,
    firstName: personName,
    // Some people have one name.
    lastName: z.string().trim().max(platformLimits.personNameLength).default(""),
    teamName: TeamName.optional(),
    rememberMe: z.boolean().optional(),
    /** The page that the mailed link redirects to. */
    callbackURL: z.string().optional(),
  })
  .transform((body) => ({ ...body, name: `${body.firstName} ${body.lastName}`.trim() }));

const ChangedPassword = z
  .object({ currentPassword: z.string().max(128), newPassword: NewPassword })
  // Someone else who knows the old password may be signed in: only this session continues, under a new id.
  .transform((body) => ({ ...body, revokeOtherSessions: true }));

const post = (path: RegExp, count: Count = "none", more: Partial<Entry> = {}): Entry => ({
  method: "POST",
  path,
  count,
  ...more,
});
const get = (path: RegExp, more: Partial<Entry> = {}): Entry => ({ method: "GET", path, count: "none", ...more });

/** The permitted calls. Teams, names and pictures are changed only through our own routes. */
const entries: readonly Entry[] = [
  post(/^sign-up\/email$/, "address", { body: SignUp }),
  post(/^sign-in\/email$/, "email", { givenBack: true }),
  post(/^sign-in\/social$/, "address", { givenBack: true }),
  get(/^callback\/(github|google)$/),
  post(/^sign-out$/),
  post(/^send-verification-email$/, "email"),
  get(/^verify-email$/, { changes: true }),
  post(/^request-password-reset$/, "email"),
  post(/^reset-password$/, "address", { body: z.looseObject({ newPassword: NewPassword }) }),
  post(/^change-password$/, "account", {
    givenBack: true,
    body: ChangedPassword,
    notice: "passwordChanged",
    endsLinks: true,
  }),
  post(/^verify-password$/, "account", { givenBack: true }),
  post(/^change-email$/, "account"),
  post(/^delete-user$/, "account", { givenBack: true }),
  get(/^get-session$/),
  get(/^list-sessions$/),
  post(/^revoke-session$/),
  post(/^revoke-(sessions|other-sessions)$/, "none", { endsLinks: true }),
  get(/^list-accounts$/),
  post(/^link-social$/),
  post(/^unlink-account$/),
  post(/^two-factor\/disable$/, "account", { givenBack: true, notice: "twoFactorOff" }),
  post(/^two-factor\/(enable|get-totp-uri|generate-backup-codes)$/, "account", { givenBack: true }),
  // The library counts wrong codes once they were compared, which lets codes at the same time pass.
  post(/^two-factor\/verify-(totp|backup-code)$/, "code", { givenBack: true }),
  get(/^passkey\/(generate-register-options|generate-authenticate-options|list-user-passkeys)$/),
  post(/^passkey\/verify-registration$/, "none", { notice: "passkeyAdded" }),
  post(/^passkey\/(delete-passkey|update-passkey)$/),
  post(/^passkey\/verify-authentication$/, "address", { givenBack: true }),
];

export interface SignInRoute {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

export function signInRoutes(
  site: SiteServices,
  options: { readonly limits: Limits; readonly now: () => number },
): readonly SignInRoute[] {
  const { signInsPerAccount, signInsPerAddress, signInWindowMs: windowMs } = options.limits;
  const { signals } = site;
  const { now } = options;
  const perAccount = createAttempts(
    { attempts: signInsPerAccount, windowMs },
    { limit: "signInsPerAccount", signals, now },
  );
  const perAddress = createAttempts(
    { attempts: signInsPerAddress, windowMs },
    { limit: "signInsPerAddress", signals, now },
  );

  const refuseClosed = async (email: string) => {
    const closed = await site.signIn.closedTo(email);
    if (closed !== undefined)
      throw new WeftError("FORBIDDEN", { message: closed, suggestion: "Ask for an invitation." });
  };

  /** A sign-up that could have been the first of the server is decided again if another one was. */
  const signUp = async (request: Request, email: string): Promise<Response> => {
    const mayBeFirst = (await site.people.firstPerson()) === undefined;
    if (!mayBeFirst) await refuseClosed(email);
    const again = mayBeFirst ? request.clone() : undefined;
    const answer = await site.signIn.answer(request);
    if (again === undefined) return answer;
    const user = parsed(await answer.clone().text())?.["user"] as { readonly id?: unknown } | undefined;
    // The library also answers with a user when it has refused to create one.
    if ((await site.people.person(String(user?.id))) !== undefined) return answer;
    await refuseClosed(email);
    return (await site.people.firstPerson()) === undefined ? answer : site.signIn.answer(again);
  };

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split(/[?#]/, 1)[0]!.slice(signInPath.length + 1);
    const entry = entries.find((candidate) => candidate.method === request.method && candidate.path.test(path));
    if (entry === undefined) throw new WeftError("NOT_FOUND");
    refuseForeign(request, site, { needsHeader: false });
    if (entry.changes === true) requireOwnOrigin(request, site);

    const sent = withAsciiAddresses(bodyOf(request));
    // The library stores and compares texts as they are sent: names, addresses, ids of sessions.
    checkStorable(request.query);
    checkStorable(sent);
    checkWayBack({ ...(request.query as Body), ...sent }, site.publicUrl);
    const taken: (() => void)[] = [];
    const take = (attempts: typeof perAccount, key: string) => {
      const waitMs = attempts.take(key, now());
      if (waitMs > 0) {
        // The tries counted before this one are given back.
        for (const giveBack of taken) giveBack();
        reply.header("Retry-After", String(Math.ceil(waitMs / 1_000)));
        throw new WeftError("TOO_MANY_REQUESTS", {
          message: "Too many attempts.",
          suggestion: "Wait for the number of seconds in the Retry-After header, then try again.",
        });
      }
      taken.push(() => attempts.giveBack(key));
    };
    const email = sent?.["email"];
    if (entry.count === "email" && typeof email === "string") take(perAccount, `${path}\n${email.toLowerCase()}`);
    // Read before the call: it may end this session.
    const isTheirs = entry.count === "account" || entry.notice !== undefined || entry.endsLinks === true;
    const isLink = path === "verify-email";
    const session = isTheirs || isLink ? await site.signIn.session(headersOf(request), request.ip) : null;
    const person = session?.account.person;
    if (entry.count === "account" && person !== undefined) take(perAccount, `${path}\n${person.id}`);
    if (entry.count === "code") {
      const asked = await site.signIn.codeAccount(headersOf(request));
      // Codes of either kind open the same account.
      if (asked !== undefined) take(perAccount, `two-factor\n${asked}`);
    }
    if (entry.count !== "none") take(perAddress, networkOf(request.ip));

    const body = entry.body === undefined ? sent : checked(entry.body, sent);
    // The library consumes the link before it hashes the password, and a link works only once.
    if (path === "reset-password" && site.signIn.passwordsBusy) {
      for (const giveBack of taken) giveBack();
      reply.header("Retry-After", String(retryAfterSeconds));
      throw new WeftError("TOO_MANY_REQUESTS");
    }
    const { teamName, ...passedOn } = body ?? {};
    const passed = requestOf(request, site.publicUrl, body && passedOn);
    const answer = await (path === "sign-up/email"
      ? signUp(passed, String(body?.["email"]))
      : site.signIn.answer(passed));
    // Opening a mailed link proves neither password nor second factor, so it does not sign in.
    if (isLink && session === null) await site.signIn.discardSession(answer);
    const text = await answer.text();
    const result = text === "" ? undefined : parsed(text);
    // If a second factor is required, a correct password is not yet a success.
    const wentWell = answer.ok && result?.["twoFactorRedirect"] !== true;
    // A call that was refused before the password was checked is not a try.
    const untried = result?.["code"] === passwordsBusy;
    if (untried || (wentWell && entry.givenBack === true)) for (const giveBack of taken) giveBack();

    if (wentWell && entry.endsLinks === true && person !== undefined) await site.signIn.endLinks(person.id);
    if (wentWell && entry.notice !== undefined && person?.emailVerified === true)
      void site.mailer.send(securityNotice(person.email, entry.notice, site.publicUrl)).catch(site.mailer.failed);
    if (path === "sign-up/email" && answer.ok && typeof teamName === "string") {
      // If the address is taken, the library returns a user who does not exist.
      const owner = await site.people.person(String((result?.["user"] as { id?: unknown } | undefined)?.id));
      if (owner !== undefined) await site.createTeam({ person: owner, address: request.ip }, teamName);
    }
    reply.code(answer.status).header("Cache-Control", "no-store");
    for (const [name, value] of answer.headers) if (!ownHeaders.has(name)) reply.header(name, value);
    // The provider redirected the browser back; a separate page asks for the code.
    const onwards = result?.["twoFactorRedirect"] === true ? answer.headers.get("Location") : null;
    if (onwards !== null) {
      const query = new URLSearchParams({ next: onwards }).toString();
      reply.header("Location", `/sign-in/two-factor?${query}`);
    }
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) reply.header("Set-Cookie", cookies);
    return reply.send(text);
  };
  return (["GET", "POST"] as const).map((method) => ({ method, url: `${signInPath}/*`, handler }));
}

const ownHeaders: ReadonlySet<string> = new Set(["set-cookie", "content-length", "cache-control", "transfer-encoding"]);

type Body = Record<string, unknown>;

/** Redirect targets of the library and of emails: only paths of this site. */
function checkWayBack(asked: Body, publicUrl: string): void {
  const { origin } = new URL(publicUrl);
  for (const name of ["callbackURL", "errorCallbackURL", "newUserCallbackURL", "redirectTo"]) {
    const path = asked[name];
    if (path !== undefined && (typeof path !== "string" || ownPath(path, origin) === undefined))
      throw new WeftError("UNPROCESSABLE_ENTITY", { message: `Value at key '${name}': must be a path of this site.` });
  }
}

/** The library compares addresses as they are sent. */
function withAsciiAddresses(body: Body | undefined): Body | undefined {
  const changed: Body = { ...body };
  for (const name of ["email", "newEmail"])
    if (typeof changed[name] === "string") changed[name] = toAsciiAddress(changed[name]);
  return body && changed;
}

/** Accepts only JSON, which a form of another site cannot send. */
export function bodyOf(request: FastifyRequest): Body | undefined {
  const bytes = request.body as Buffer | undefined;
  if (bytes === undefined || bytes.length === 0) return undefined;
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new WeftError("BAD_REQUEST", { message: "The body must be sent as JSON." });
  const body = objectOf(parseJson(bytes));
  if (body === undefined) throw new WeftError("BAD_REQUEST", { message: "The body is not a JSON object." });
  return body;
}

function objectOf(value: unknown): Body | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Body) : undefined;
}

/** The library's answer, if it is an object. */
function parsed(text: string): Body | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function checked(schema: z.ZodType<Body>, sent: Body | undefined): Body {
  const body = schema.safeParse(sent ?? {});
  if (!body.success)
    throw new WeftError("UNPROCESSABLE_ENTITY", { message: explainIssues(body.error, sent ?? {}), cause: body.error });
  return body.data;
}

/** The headers of a call that the library receives. */
export function headersOf(request: Pick<FastifyRequest, "headers" | "ip">): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && name !== "content-length" && name !== "transfer-encoding" && name !== "connection")
      headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  headers.set(addressHeader, request.ip);
  return headers;
}

function requestOf(request: FastifyRequest, publicUrl: string, body: Body | undefined): Request {
  const headers = headersOf(request);
  const { origin } = new URL(publicUrl);
  if (request.method === "GET") return new Request(origin + request.url, { headers });
  headers.set("content-type", "application/json");
  return new Request(origin + request.url, { method: request.method, headers, body: JSON.stringify(body ?? {}) });
}
