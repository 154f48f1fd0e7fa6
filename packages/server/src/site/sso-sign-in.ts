/**
 * Single sign-on, as browsers go through it:
 *
 *   POST start ──► identity provider ──► POST acs ──303──► GET finish ──► session, or the result of a test
 *    cookie                               response            cookie
 *
 * The response comes by a form of the identity provider's page: the only call that other sites may make. It brings no
 * cookies and opens nothing. The browser is then sent to `finish`, by a GET of this site that brings the cookie of the
 * browser which began.
 */
import { SsoRefused } from "@weft/collab";
import type { ArrivedSignIn } from "@weft/collab";
import { explainIssues, ssoRefusals, SsoStart, ssoStartPath, WeftError } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { networkOf } from "../http/network-of.ts";
import { checkStorable } from "../http/request-reading.ts";
import { TooManyRequests } from "../http/rates.ts";
import { createAttempts } from "./attempts.ts";
import { ownPath } from "./own-path.ts";
import { refuseForeign } from "./same-origin.ts";
import { securityNotice } from "./security-notice.ts";
import { bodyOf, headersOf } from "./sign-in-routes.ts";
import { signInPath } from "./sign-in.ts";
import type { SiteContext } from "./site-context.ts";

/** The page that says why a sign-in was refused. */
const refusalPage = "/sign-in/sso";
const teamShape = /^team_[\w-]{16}$/;

export type SsoSignInRoute = Pick<RouteOptions, "method" | "url" | "handler" | "errorHandler">;

export function ssoSignInRoutes(
  { site, sso, ssoBrowsers }: Pick<SiteContext, "site" | "sso" | "ssoBrowsers">,
  { limits, now }: { readonly limits: Limits; readonly now: () => number },
): readonly SsoSignInRoute[] {
  const { signInsPerAccount, signInsPerAddress, signInWindowMs: windowMs } = limits;
  const { signals } = site;
  const perEmail = createAttempts(
    { attempts: signInsPerAccount, windowMs },
    { limit: "ssoSignInsPerEmail", signals, now },
  );
  const perAddress = createAttempts(
    { attempts: signInsPerAddress, windowMs },
    { limit: "ssoSignInsPerAddress", signals, now },
  );
  const { origin } = new URL(site.publicUrl);

  const start = async (request: FastifyRequest, reply: FastifyReply) => {
    refuseForeign(request, site, { needsHeader: false });
    const sent = bodyOf(request) ?? {};
    checkStorable(sent);
    const body = SsoStart.safeParse(sent);
    if (!body.success)
      throw new WeftError("UNPROCESSABLE_ENTITY", { message: explainIssues(body.error, sent), cause: body.error });
    const { email, next = "" } = body.data;
    const path = next === "" ? "" : ownPath(next, origin);
    if (path === undefined || path.length > limits.routeLength)
      throw new WeftError("UNPROCESSABLE_ENTITY", { message: "Value at key 'next': must be a path of this site." });
    // Domains cannot be probed faster than passwords. What succeeds is given back.
    const waitMs = perAddress.take(networkOf(request.ip), now());
    if (waitMs > 0) throw new TooManyRequests(waitMs);
    const emailWaitMs = perEmail.take(email, now());
    if (emailWaitMs > 0) {
      // Not counted twice.
      perAddress.giveBack(networkOf(request.ip));
      throw new TooManyRequests(emailWaitMs);
    }
    const { secret, cookie } = ssoBrowsers.keep(request.headers.cookie);
    reply.header("Cache-Control", "no-store");
    try {
      const { url } = await sso.begin(email, path, secret, networkOf(request.ip));
      perEmail.giveBack(email);
      perAddress.giveBack(networkOf(request.ip));
      return await reply.header("Set-Cookie", cookie).send({ url });
    } catch (error) {
      if (!(error instanceof SsoRefused)) throw error;
      await sso.noteRefusal(error, request.ip);
      const { reason, message } = error;
      const suggestion = ssoRefusals[reason].advice;
      return reply.code(404).send({ error: "NOT_FOUND", message, suggestion, reason });
    }
  };

  /** Leads a browser to a page of this site. */
  const lead = (reply: FastifyReply, to: string) =>
    reply.header("Cache-Control", "no-store").header("Referrer-Policy", "no-referrer").redirect(to, 303);
  const refuse = async (reply: FastifyReply, error: unknown, { ip }: FastifyRequest, testedTeam?: string) => {
    if (!(error instanceof SsoRefused)) throw error;
    await sso.noteRefusal(error, ip);
    const page = testedTeam === undefined ? refusalPage : `/dashboard/${testedTeam}/settings/security`;
    const name = testedTeam === undefined ? "error" : "sso";
    return lead(reply, `${page}?${new URLSearchParams({ [name]: error.reason }).toString()}`);
  };
  /** Failures alone count. */
  const counted = async (request: FastifyRequest, reply: FastifyReply, work: () => Promise<FastifyReply>) => {
    if (perAddress.take(networkOf(request.ip), now()) > 0) return refuse(reply, new SsoRefused("tooMany"), request);
    return work();
  };

  const receive = (request: FastifyRequest, reply: FastifyReply) =>
    counted(request, reply, async () => {
      const { team } = request.params as { team: string };
      if (!teamShape.test(team)) return refuse(reply, new SsoRefused("unsolicited"), request);
      const form = new URLSearchParams(String((request.body as Buffer | undefined) ?? ""));
      const [relayState = "", ...others] = form.getAll("RelayState");
      const responses = form.getAll("SAMLResponse");
      const isTest = relayState !== "" && (await sso.isTest(relayState));
      try {
        if (relayState === "" || others.length > 0) throw new SsoRefused("unsolicited", { team });
        if (responses.length !== 1) throw new SsoRefused("malformed", { team });
        await sso.receive(team, relayState, responses[0]!);
      } catch (error) {
        return refuse(reply, error, request, isTest ? team : undefined);
      }
      perAddress.giveBack(networkOf(request.ip));
      return lead(reply, `${signInPath}/sso/finish?${new URLSearchParams({ state: relayState }).toString()}`);
    });

  const finish = (request: FastifyRequest, reply: FastifyReply) =>
    counted(request, reply, async () => {
      const { state = "" } = request.query as { readonly state?: unknown };
      const relayState = String(state);
      const session = await site.signIn.session(headersOf(request), request.ip);
      const actor = session === null ? undefined : { person: session.account.person, address: request.ip };
      let arrived: ArrivedSignIn;
      try {
        arrived = await sso.arrive(relayState, { browser: ssoBrowsers.secretOf(request.headers.cookie), actor });
      } catch (error) {
        return refuse(reply, error, request);
      }
      perAddress.giveBack(networkOf(request.ip));
      if (arrived.isTest) return lead(reply, `${arrived.next}?sso=tested`);
      return open(request, reply, arrived);
    });

  const open = async (request: FastifyRequest, reply: FastifyReply, { team, profile, next }: ArrivedSignIn) => {
    const { person, wasReset } = await site.signIn.ssoAccount(profile);
    const actor = { person, address: request.ip };
    await site.teams.join(actor, team);
    await site.teams.note(team, actor, "sso.signedIn", { kind: "member", id: person.id, name: person.email });
    if (wasReset)
      void site.mailer
        .send(securityNotice(person.email, "signInMethodsRemoved", site.publicUrl))
        .catch(site.mailer.failed);
    const answer = await site.signIn.openSsoSession(person.id, team, headersOf(request));
    if (!answer.ok) throw new Error(`The session was not opened: ${answer.status}`);
    const { twoFactorRedirect } = (await answer.json()) as { readonly twoFactorRedirect?: boolean };
    const to = next === "" ? `/dashboard/${team}` : next;
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) reply.header("Set-Cookie", cookies);
    return lead(
      reply,
      twoFactorRedirect === true ? `/sign-in/two-factor?${new URLSearchParams({ next: to }).toString()}` : to,
    );
  };

  const metadata = async (request: FastifyRequest, reply: FastifyReply) => {
    const { team } = request.params as { team: string };
    // Says nothing that is not in the address, so that it does not say whether there is such a team.
    if (!teamShape.test(team)) throw new WeftError("NOT_FOUND");
    const { describeService } = await import("../saml/service-metadata.ts");
    return reply
      .type("application/samlmetadata+xml; charset=utf-8")
      .header("Content-Disposition", 'attachment; filename="weft-metadata.xml"')
      .send(describeService(sso.service(team)));
  };

  return [
    { method: "POST", url: ssoStartPath, handler: start },
    {
      method: "POST",
      url: `${signInPath}/sso/:team/acs`,
      handler: receive,
      // A browser is at this address: it is led to a page even if the body is too long to be read.
      errorHandler(error, request, reply) {
        const { team } = request.params as { team: string };
        if (!(error instanceof WeftError) || error.code !== "PAYLOAD_TOO_LARGE") throw error;
        return refuse(reply, new SsoRefused("malformed", { team, cause: error }), request);
      },
    },
    { method: "GET", url: `${signInPath}/sso/finish`, handler: finish },
    { method: "GET", url: `${signInPath}/sso/:team/metadata`, handler: metadata },
  ];
}
