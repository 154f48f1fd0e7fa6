/**
 * The API that the site calls: same origin, JSON, cookie of a sign-in. Besides what is declared here,
 * `/internal/auth/*` belongs to the sign-in library, and `/internal/projects/{projectId}/api/…` is the REST API of that
 * project, opened by membership instead of a secret key.
 */
import type { z } from "zod";
import type { Empty } from "../endpoint.ts";
import { accountEndpoints } from "./account.ts";
import { activityEndpoints } from "./activity.ts";
import { contentEndpoints } from "./content.ts";
import { inspectEndpoints } from "./inspect.ts";
import { jobEndpoints } from "./jobs.ts";
import { mailEndpoints } from "./mails.ts";
import { messageEndpoints } from "./messages.ts";
import { projectEndpoints } from "./projects.ts";
import { teamEndpoints } from "./teams.ts";

export * from "./account.ts";
export * from "./activity.ts";
export * from "./allowed-origin.ts";
export * from "./content.ts";
export * from "./form-rules.ts";
export * from "./inspect.ts";
export * from "./internal-endpoint.ts";
export * from "./jobs.ts";
export * from "./mails.ts";
export * from "./messages.ts";
export * from "./names.ts";
export * from "./plan.ts";
export * from "./projects.ts";
export * from "./teams.ts";
export * from "./usage-meters.ts";

export const internalEndpoints = [
  ...accountEndpoints,
  ...teamEndpoints,
  ...projectEndpoints,
  ...activityEndpoints,
  ...inspectEndpoints,
  ...messageEndpoints,
  ...jobEndpoints,
  ...mailEndpoints,
  ...contentEndpoints,
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
