import type { SsoSettings } from "@weft/collab";
import {
  addSsoDomain,
  deleteSsoConnection,
  enforceSso,
  getTeamSso,
  putSsoConnection,
  readSsoMetadata,
  removeSsoDomain,
  testSso,
  verifySsoDomain,
} from "@weft/protocol";
import type { TeamSso } from "@weft/protocol";
import { readCertificate } from "../saml/certificates.ts";
import { instantOf } from "./describe-project.ts";
import { actorOf, implementSite, siteRoutesOf } from "./site-route.ts";
import type { SiteContext } from "./site-context.ts";

const instant = (at: number) => new Date(at).toISOString();

/** The single sign-on settings of a team. Sign-ins themselves are in `sso-sign-in.ts`. */
export const ssoRoutes = siteRoutesOf(
  implementSite(getTeamSso, ({ path }, context) => describeSso(path.teamId, context)),

  implementSite(readSsoMetadata, ({ path, body }, { saml }) => saml.metadata(path.teamId, body.metadata)),

  implementSite(putSsoConnection, async ({ account, path, body }, context) => {
    const certificates = [...new Set(body.certificates.map((text) => readCertificate(text).pem))];
    await context.sso.connect(actorOf({ account }), path.teamId, { ...body, certificates });
    return describeSso(path.teamId, context);
  }),

  implementSite(deleteSsoConnection, async ({ account, path }, { sso }) => {
    await sso.disconnect(actorOf({ account }), path.teamId);
    return { done: true } as const;
  }),

  implementSite(addSsoDomain, async ({ account, path, body }, context) => {
    await context.sso.claim(actorOf({ account }), path.teamId, body.domain);
    return describeSso(path.teamId, context);
  }),

  implementSite(verifySsoDomain, async ({ account, path }, context) => {
    await context.sso.verify(actorOf({ account }), path.teamId, path.domain);
    return describeSso(path.teamId, context);
  }),

  implementSite(removeSsoDomain, async ({ account, path }, context) => {
    await context.sso.release(actorOf({ account }), path.teamId, path.domain);
    return describeSso(path.teamId, context);
  }),

  implementSite(testSso, ({ account, path }, { sso }) =>
    sso.beginTest(actorOf({ account }), path.teamId, `/dashboard/${path.teamId}/settings/security`),
  ),

  implementSite(enforceSso, async ({ account, path, body }, context) => {
    const actor = actorOf({ account });
    if (body.enforced) await context.sso.enforce(actor, path.teamId, body.breakGlass);
    else await context.sso.stopEnforcing(actor, path.teamId);
    return describeSso(path.teamId, context);
  }),
);

async function describeSso(team: string, { sso }: Pick<SiteContext, "sso">): Promise<TeamSso> {
  const { service, connection, domains, test, breakGlass } = await sso.settings(team);
  return {
    service,
    connection: connection === undefined ? null : describeConnection(connection),
    domains: domains.map(({ domain, record, verifiedAt }) => ({ domain, record, verifiedAt: instantOf(verifiedAt) })),
    test: test === undefined ? null : describeTest(test),
    enforced: connection?.enforced === true,
    breakGlass: [...breakGlass],
  };
}

function describeConnection({
  entityId,
  signInUrl,
  certificates,
  attributes,
  updatedAt,
}: NonNullable<SsoSettings["connection"]>): TeamSso["connection"] {
  return {
    entityId,
    signInUrl,
    attributes,
    certificates: certificates.map((pem) => {
      const { expiresAt, ...certificate } = readCertificate(pem);
      return { ...certificate, expiresAt: instant(expiresAt) };
    }),
    updatedAt: instant(updatedAt),
  };
}

function describeTest({ at, person, profile }: NonNullable<SsoSettings["test"]>): TeamSso["test"] {
  const { email, firstName, lastName, attributes } = profile;
  return {
    at: instant(at),
    userId: person,
    email,
    firstName,
    lastName,
    attributes: attributes.map(({ name, values }) => ({ name, values: [...values] })),
  };
}
