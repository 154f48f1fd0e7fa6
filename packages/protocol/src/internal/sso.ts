import { z } from "zod";
import { EmailAddress } from "../email-address.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import { internalEndpoint } from "./internal-endpoint.ts";
import { Done } from "./teams.ts";

const team = z.object({ teamId: z.string() });
const domain = z.object({ teamId: z.string(), domain: z.string() });
const instant = z.iso.datetime();

const name = StorableText.trim().min(1).max(limits.samlNameLength);

/** The names of the attributes from which a user's details are read; without one, the usual names are tried. */
export const SsoAttributes = z.object({
  email: name.nullable(),
  firstName: name.nullable(),
  lastName: name.nullable(),
});
export type SsoAttributes = z.output<typeof SsoAttributes>;

/** What an identity provider says of itself. */
export const IdentityProvider = z.object({
  entityId: name,
  /** Where users are sent to sign in. */
  signInUrl: z.url({ protocol: /^https?$/ }).max(limits.samlNameLength),
  /** As PEM. */
  certificates: z.array(StorableText.max(limits.samlCertificateLength)).min(1).max(limits.samlCertificates),
});
export type IdentityProvider = z.output<typeof IdentityProvider>;

/** A certificate with which an identity provider signs. */
export const SsoCertificate = z.object({
  pem: z.string(),
  subject: z.string(),
  /** SHA-256, in hex. */
  fingerprint: z.string(),
  expiresAt: instant,
});

export const TeamSso = z.object({
  /** What the identity provider must know of this server. */
  service: z.object({ entityId: z.string(), acsUrl: z.url(), metadataUrl: z.url() }),
  connection: z
    .object({
      entityId: z.string(),
      signInUrl: z.string(),
      certificates: z.array(SsoCertificate),
      attributes: SsoAttributes,
      updatedAt: instant,
    })
    .nullable(),
  domains: z.array(
    z.object({
      domain: z.string(),
      /** The value of the TXT record that verifies the domain. */
      record: z.string(),
      verifiedAt: instant.nullable(),
    }),
  ),
  /** The last successful test sign-in since the connection was changed. */
  test: z
    .object({
      at: instant,
      /** The owner who made it. */
      userId: z.string(),
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
    })
    .nullable(),
  /** Whether members with an address of a verified domain must use single sign-on. */
  enforced: z.boolean(),
  /** Owners who may always use their other sign-in method. */
  breakGlass: z.array(z.string()),
});
export type TeamSso = z.output<typeof TeamSso>;

export const getTeamSso = internalEndpoint({
  id: "team-sso",
  route: "GET /internal/teams/{teamId}/sso",
  summary: "Get the single sign-on settings of a team",
  role: "owner",
  path: team,
  returns: TeamSso,
});

export const readSsoMetadata = internalEndpoint({
  id: "read-sso-metadata",
  route: "POST /internal/teams/{teamId}/sso/metadata",
  summary: "Read the metadata of an identity provider; nothing is saved",
  role: "owner",
  path: team,
  body: z.object({ metadata: StorableText.min(1).max(limits.samlMetadataBytes) }),
  returns: IdentityProvider,
});

export const putSsoConnection = internalEndpoint({
  id: "put-sso-connection",
  route: "PUT /internal/teams/{teamId}/sso/connection",
  summary: "Connect an identity provider, or change the connection; it must be tested again",
  role: "owner",
  path: team,
  body: IdentityProvider.extend({ attributes: SsoAttributes }),
  returns: TeamSso,
});

export const deleteSsoConnection = internalEndpoint({
  id: "delete-sso-connection",
  route: "DELETE /internal/teams/{teamId}/sso/connection",
  summary: "Delete the connection; members sign in another way",
  role: "owner",
  path: team,
  returns: Done,
});

export const addSsoDomain = internalEndpoint({
  id: "add-sso-domain",
  route: "POST /internal/teams/{teamId}/sso/domains",
  summary: "Claim a domain, to be verified",
  role: "owner",
  path: team,
  body: z.object({ domain: StorableText.trim().min(1).max(300) }),
  returns: TeamSso,
  errors: ["CONFLICT"],
});

export const verifySsoDomain = internalEndpoint({
  id: "verify-sso-domain",
  route: "POST /internal/teams/{teamId}/sso/domains/{domain}/verify",
  summary: "Look for a claimed domain's TXT record",
  role: "owner",
  path: domain,
  returns: TeamSso,
  errors: ["CONFLICT"],
});

export const removeSsoDomain = internalEndpoint({
  id: "remove-sso-domain",
  route: "DELETE /internal/teams/{teamId}/sso/domains/{domain}",
  summary: "Give a domain up; its addresses can no longer sign in through the connection",
  role: "owner",
  path: domain,
  returns: TeamSso,
  errors: ["CONFLICT"],
});

export const testSso = internalEndpoint({
  id: "test-sso",
  route: "POST /internal/teams/{teamId}/sso/test",
  summary: "Start a test sign-in, which signs no one in",
  role: "owner",
  path: team,
  returns: z.object({
    /** The page of the identity provider. */
    url: z.url(),
  }),
  errors: ["CONFLICT"],
});

export const enforceSso = internalEndpoint({
  id: "enforce-sso",
  route: "PUT /internal/teams/{teamId}/sso/enforcement",
  summary: "Require single sign-on, change its break-glass owners, or stop requiring it",
  role: "owner",
  path: team,
  body: z.object({
    enforced: z.boolean(),
    /** User ids of owners; at least one if it is required. */
    breakGlass: z.array(StorableText.max(limits.userIdLength)).max(limits.pageSizeMax).default([]),
  }),
  returns: TeamSso,
  errors: ["CONFLICT"],
});

export const ssoEndpoints = [
  getTeamSso,
  readSsoMetadata,
  putSsoConnection,
  deleteSsoConnection,
  addSsoDomain,
  verifySsoDomain,
  removeSsoDomain,
  testSso,
  enforceSso,
] as const;

/** Where the site starts a single sign-on: `{ email, next }`, answered with `{ url }`. */
export const ssoStartPath = "/internal/auth/sso/start";
export const SsoStart = z.object({ email: EmailAddress, next: z.string().optional() });
