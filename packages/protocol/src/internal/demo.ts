import { z } from "zod";
import { Token } from "../rest/auth.ts";
import { internalEndpoint } from "./internal-endpoint.ts";

/** A fictional user of the demo project. */
export interface DemoPerson {
  /** The first part of the user id. */
  readonly id: string;
  readonly name: string;
  /** A colour that carries white text on both themes (WCAG AA). */
  readonly color: string;
}

/** The users of the examples that need one. Pages read them from `/play/config.json`. */
export const demoPeople = [
  { id: "ada", name: "Ada Moreau", color: "#4f5fcf" },
  { id: "ben", name: "Ben Okafor", color: "#c2412b" },
  { id: "chloe", name: "Chloe Tanaka", color: "#0f7c72" },
  { id: "dev", name: "Dev Raman", color: "#9647ad" },
  { id: "elif", name: "Elif Demir", color: "#91660a" },
  { id: "finn", name: "Finn Larsen", color: "#1f74ad" },
  { id: "grace", name: "Grace Mensah", color: "#c5376f" },
  { id: "hugo", name: "Hugo Alvarez", color: "#4d7a20" },
] as const satisfies readonly DemoPerson[];

/**
 * A person and a suffix, `ada.k3f9x2ab`. The suffix is made in a visitor's browser and is part of the links to their
 * rooms, so that strangers on one server share neither rooms nor inboxes.
 */
export const DemoUserId = z
  .string()
  .regex(
    new RegExp(`^(${demoPeople.map(({ id }) => id).join("|")})\\.[a-z0-9-]{1,40}$`, "u"),
    "must be a person of the demo project, a period, and 1 to 40 lower-case letters, digits or hyphens.",
  );

/** How the ids of all rooms begin that users of a suffix may enter. The period ends the suffix, which has none. */
export function demoRoomPrefix(suffix: string): string {
  return `example-${suffix}.`;
}

export const authorizeDemoUser = internalEndpoint({
  id: "authorize-demo-user",
  route: "POST /internal/demo/authorize",
  summary: "Get an access token for a user of an example",
  description:
    "For the demo project. The token gives access to the rooms of the examples that belong to the suffix of the user id, and to no others.",
  role: "anyone",
  body: z.strictObject({ userId: DemoUserId }),
  returns: Token,
});

/** What an example notifies users of, by kind. Visitors choose one, and no text of theirs is in it. */
export const demoNotifications = {
  $invitation: [{ document: "Launch plan" }, { document: "Budget" }, { document: "Press kit" }],
  $deployment: [
    { service: "website", version: "2.4.0", succeeded: true },
    { service: "website", version: "2.4.1", succeeded: false },
    { service: "checkout", version: "1.9.0", succeeded: true },
  ],
} as const satisfies Readonly<Record<`$${string}`, readonly Readonly<Record<string, string | boolean>>[]>>;

export type DemoNotificationKind = keyof typeof demoNotifications;

export const notifyDemoUser = internalEndpoint({
  id: "notify-demo-user",
  route: "POST /internal/demo/notify",
  summary: "Notify a user of an example",
  description:
    "For the demo project. Triggers one of a few fixed notifications, which in other projects takes a secret key. A user has at most one of each: a repeated call adds to it.",
  role: "anyone",
  limitedAs: "demoNotification",
  body: z.strictObject({
    userId: DemoUserId,
    kind: z.enum(Object.keys(demoNotifications) as [DemoNotificationKind, ...DemoNotificationKind[]]),
    /** The number of the notification among those of its kind. */
    index: z.int().min(0).max(2),
  }),
  returns: z.strictObject({}),
});

export const demoEndpoints = [authorizeDemoUser, notifyDemoUser] as const;
