import { z } from "zod";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import { internalEndpoint } from "./internal-endpoint.ts";
import { PlanId, TeamRole } from "./plan.ts";
import { SignInMethod } from "./team-policies.ts";

/** Settings of the server that the site needs before sign-in. */
export const SiteConfig = z.object({
  serverVersion: z.string(),
  /** Identifies the build of the site that the server serves; null if it serves none. An open page compares it with its own. */
  siteBuild: z.string().nullable(),
  /**
   * Where applications reach this server: the `baseUrl` of clients. Null if the operator has not set it
   * (`WEFT_PUBLIC_URL`).
   */
  serverUrl: z.url().nullable(),
  supportEmail: z.email().nullable(),
  limits: z.object({
    teamNameLength: z.int(),
    projectNameLength: z.int(),
    messageLength: z.int(),
    secretKeysPerProject: z.int(),
    accessEntries: z.int(),
  }),
  signIn: z.object({
    /** If false, an account requires an invitation. */
    signUp: z.boolean(),
    passkey: z.boolean(),
    social: z.array(z.enum(["github", "google"])),
    /** Whether this server sends email; otherwise links are in its log. */
    mail: z.boolean(),
  }),
  /** The URL of this server's source, for links to it; null if the operator has not set it. */
  repositoryUrl: z.url().nullable(),
  socialLinks: z.array(z.object({ name: z.string(), href: z.url() })),
  /** The regions to which projects may be restricted, as the operator has configured them. */
  regions: z.array(z.enum(["us", "eu"])),
  /** The public key of the demo project, for demos on pages. */
  demoPublicKey: z.string().nullable(),
});
export type SiteConfig = z.output<typeof SiteConfig>;

export const getSiteConfig = internalEndpoint({
  id: "site-config",
  route: "GET /internal/config",
  summary: "What the site must know of the server",
  role: "anyone",
  returns: SiteConfig,
});

/** A person's preferences on the site. */
export const Preferences = z.object({
  theme: z.enum(["light", "dark", "system"]).optional(),
  density: z.enum(["comfortable", "compact"]).optional(),
  timeZone: z.enum(["local", "utc"]).optional(),
  singleKeyShortcuts: z.boolean().optional(),
  /** Emails about the usage of one's teams. By default, owners get them. */
  usageAlerts: z.boolean().optional(),
  /** Emails to owners about webhook endpoints that the server disabled. On by default, as those below. */
  webhookFailures: z.boolean().optional(),
  /** Emails about invitations to teams. Invitations are shown in the dashboard in any case. */
  invitations: z.boolean().optional(),
  /** Emails when an export that one requested is ready or failed. */
  exports: z.boolean().optional(),
});
export type Preferences = z.output<typeof Preferences>;

const personName = StorableText.trim().max(limits.personNameLength);

export const Me = z.object({
  /** Null when the caller is not signed in. */
  user: z
    .object({
      id: z.string(),
      email: z.email(),
      emailVerified: z.boolean(),
      firstName: z.string(),
      lastName: z.string(),
      image: z.string().nullable(),
      twoFactorEnabled: z.boolean(),
      /** A verified address on the company's domain. */
      isStaff: z.boolean(),
      createdAt: z.iso.datetime(),
    })
    .nullable(),
  teams: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      image: z.string().nullable(),
      role: TeamRole,
      plan: PlanId,
      /** The methods by which members must have signed in; absent if any will do. */
      signInMethods: z.array(SignInMethod).optional(),
    }),
  ),
  /** How this session was opened; absent if that is not known. */
  signedInWith: SignInMethod.optional(),
  lastTeamId: z.string().nullable(),
  lastProjectId: z.string().nullable(),
  preferences: Preferences,
  /** Invitations that wait for this address. */
  invitations: z.array(z.object({ id: z.string(), teamName: z.string() })),
});
export type Me = z.output<typeof Me>;

export const getMe = internalEndpoint({
  id: "me",
  route: "GET /internal/me",
  summary: "Who is signed in, and their teams",
  role: "anyone",
  returns: Me,
});

export const updateMe = internalEndpoint({
  id: "update-me",
  route: "PATCH /internal/me",
  summary: "Change one's own names, picture and preferences",
  role: "account",
  body: z.object({
    firstName: personName.min(1).optional(),
    lastName: personName.optional(),
    /** A data URL of a small PNG, JPEG or WebP picture; null takes it away. */
    image: z
      .string()
      .max(limits.avatarLength)
      .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/, "must be a PNG, JPEG or WebP picture.")
      .nullable()
      .optional(),
    lastTeamId: StorableText.optional(),
    lastProjectId: StorableText.nullable().optional(),
    preferences: Preferences.optional().meta({ description: "Absent members stay as they are." }),
  }),
  returns: Me,
});

export const accountEndpoints = [getSiteConfig, getMe, updateMe] as const;
