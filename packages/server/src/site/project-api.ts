/**
 * The data gateway: every REST call that takes a secret key, once more under `/internal/projects/{projectId}/api`, for
 * members of the project's team. The handlers are the same; the browser never holds a key.
 */
import { ProjectId, WeftError, errors } from "@weft/protocol";
import type { ErrorCode } from "@weft/protocol";
import { z } from "zod";
import type { EndpointCall, Route } from "../http/route.ts";
import type { SiteContext } from "./site-context.ts";
import type { Admitted, SiteRoute } from "./site-route.ts";

const version = "/v2";
const keyErrors: ReadonlySet<ErrorCode> = new Set(["MISSING_SECRET_KEY", "WRONG_KEY_USED", "INVALID_SECRET_KEY"]);
const sessionErrors: ReadonlySet<ErrorCode> = new Set([
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "TWO_FACTOR_REQUIRED",
  "SIGN_IN_TOO_OLD",
  "SIGN_IN_METHOD_NOT_ALLOWED",
  "SSO_REQUIRED",
  "NOT_FOUND",
  "UNPROCESSABLE_ENTITY",
  "BAD_REQUEST",
]);

export function projectApiRoutes(rest: readonly Route[]): readonly SiteRoute[] {
  return rest.filter(({ endpoint }) => endpoint.auth === "secret").map(forMembers);
}

function forMembers(route: Route): SiteRoute {
  const { endpoint } = route;
  const template = `/internal/projects/{projectId}/api${endpoint.template.slice(version.length)}` as const;
  const possible = new Set([...endpoint.errors.filter((code) => !keyErrors.has(code)), ...sessionErrors]);
  const declared = {
    ...endpoint,
    id: `project-${endpoint.id}`,
    route: `${endpoint.method} ${template}` as const,
    template,
    auth: "session" as const,
    role: "member" as const,
    path: z.object({ projectId: ProjectId, ...endpoint.path?.shape }),
    errors: (Object.keys(errors) as ErrorCode[]).filter((code) => possible.has(code)),
  };
  return {
    endpoint: declared,
    async handle(call: EndpointCall, services: SiteContext) {
      // Members may still read a project that is being deleted, to decide whether to undo the deletion.
      if (endpoint.method !== "GET" && (call as EndpointCall & Admitted).project?.deletesAt !== undefined)
        throw new WeftError("PROJECT_CLOSED");
      const { account, project, path } = call as EndpointCall & Admitted;
      const answer: unknown = await route.handle({ ...call, member: account?.person.id }, services);
      if (endpoint.method !== "GET" && account !== undefined && project?.team !== undefined) {
        const target = targetOf(path, project.id);
        const actor = { person: account.person, address: account.address };
        await services.site.teams.note(project.team, actor, `api.${endpoint.id}`, target);
      }
      return answer;
    },
  };
}

/** What an entry of the audit log is about: the room or the copilot of the call, or else the project. */
function targetOf(path: { readonly roomId?: string; readonly copilotId?: string }, project: ProjectId) {
  const { roomId, copilotId } = path;
  if (roomId !== undefined) return { kind: "room", id: roomId };
  if (copilotId !== undefined) return { kind: "copilot", id: copilotId };
  return { kind: "project", id: project };
}
