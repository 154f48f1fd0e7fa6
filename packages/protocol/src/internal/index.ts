/**
 * The API that the site calls: same origin, JSON, cookie of a sign-in. Besides what is declared here,
 * `/internal/auth/*` belongs to the sign-in library, and `/internal/projects/{projectId}/api/…` is the REST API of that
 * project, opened by membership instead of a secret key.
 */
import type { z } from "zod";
import type { Empty } from "../endpoint.ts";
import { accountEndpoints } from "./account.ts";
import { activityEndpoints } from "./activity.ts";
import { assistantEndpoints } from "./assistant.ts";
import { contentEndpoints } from "./content.ts";
import { copilotPageEndpoints } from "./copilots.ts";
import { demoEndpoints } from "./demo.ts";
import { guideEndpoints } from "./guides.ts";
import { inspectEndpoints } from "./inspect.ts";
import { jobEndpoints } from "./jobs.ts";
import { mailEndpoints } from "./mails.ts";
import { managementTokenEndpoints } from "./management-tokens.ts";
import { messageEndpoints } from "./messages.ts";
import { nodeEndpoints } from "./nodes.ts";
import { notificationEndpoints } from "./notifications.ts";
import { projectEndpoints } from "./projects.ts";
import { ssoEndpoints } from "./sso.ts";
import { statusEndpoints } from "./status.ts";
import { teamEndpoints } from "./teams.ts";
import { webhookEndpoints } from "./webhooks.ts";
import { userEndpoints } from "./users.ts";
import { threadBrowserEndpoints } from "./threads.ts";

export * from "./account.ts";
export * from "./team-policies.ts";
export * from "./activity.ts";
export * from "./allowed-origin.ts";
export * from "./assistant.ts";
export * from "./content.ts";
export * from "./copilots.ts";
export * from "./demo.ts";
export * from "./form-rules.ts";
export * from "./guides.ts";
export * from "./inspect.ts";
export * from "./internal-endpoint.ts";
export * from "./jobs.ts";
export * from "./mails.ts";
export * from "./management-tokens.ts";
export * from "./messages.ts";
export * from "./names.ts";
export * from "./nodes.ts";
export * from "./notifications.ts";
export * from "./plan.ts";
export * from "./projects.ts";
export * from "./sso.ts";
export * from "./sso-refusals.ts";
export * from "./status.ts";
export * from "./team-name.ts";
export * from "./teams.ts";
export * from "./threads.ts";
export * from "./usage-meters.ts";
export * from "./webhooks.ts";
export * from "./users.ts";

export const internalEndpoints = [
  ...accountEndpoints,
  ...teamEndpoints,
  ...ssoEndpoints,
  ...managementTokenEndpoints,
  ...projectEndpoints,
  ...userEndpoints,
  ...threadBrowserEndpoints,
  ...notificationEndpoints,
  ...webhookEndpoints,
  ...copilotPageEndpoints,
  ...activityEndpoints,
  ...inspectEndpoints,
  ...messageEndpoints,
  ...statusEndpoints,
  ...jobEndpoints,
  ...mailEndpoints,
  ...nodeEndpoints,
  ...contentEndpoints,
  ...assistantEndpoints,
  ...guideEndpoints,
  ...demoEndpoints,
] as const;

type Declared = (typeof internalEndpoints)[number];
type Part<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Every route with the types of what is sent and answered: the site's typed calls, without a line of code at run time. */
export type InternalRoutes = {
  readonly [E in Declared as E["route"]]: {
    readonly path: Part<E["path"]>;
    readonly query: Part<E["query"]>;
    readonly body: Part<E["body"]>;
    readonly returns: E["returns"] extends z.ZodType
      ? z.output<E["returns"]>
      : E["returns"] extends Empty
        ? undefined
        : never;
  };
};
