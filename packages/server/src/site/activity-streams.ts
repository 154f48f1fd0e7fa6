import { describeEvent, describeRequest } from "@weft/collab";
import { limits as platformLimits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import { openEventStream } from "../http/event-stream.ts";
import type { UndeclaredRoute } from "../http/part.ts";
import { accountOf, admit } from "./admission.ts";
import type { SiteContext } from "./site-context.ts";

/** A project's events, and its requests, as server-sent events: one JSON value for each, as their lists show them. */
export function streamRoutes(
  services: Pick<SiteContext, "site" | "activityFeed" | "watchers">,
  limits: Partial<Limits> = {},
): readonly UndeclaredRoute[] {
  const { outputSoft } = { ...platformLimits, ...limits };
  const streamOf = (what: "events" | "requests"): UndeclaredRoute => ({
    template: `/internal/projects/{projectId}/${what}/stream`,
    async handler(request, reply) {
      const { site, activityFeed, watchers } = services;
      const path = request.params as Record<string, unknown>;
      const { project } = await admit("member", await accountOf(request, reply, site), path, site);
      using stack = new DisposableStack();
      stack.use(watchers.take(project!.id, () => reply.raw.end()));

      // A sign-in may end, and a member be removed, while the stream is open.
      const mayGoOn = async () => {
        try {
          await admit("member", await accountOf(request, undefined, site), path, site);
          return true;
        } catch {
          return false;
        }
      };
      const heartbeat = () => void mayGoOn().then((may) => may || stream.end());
      const stream = openEventStream(request, reply, { outputSoft, heartbeat });
      stack.use(
        activityFeed.follow(project!.id, {
          event: (event) => what === "events" && stream.send({ id: event.id, data: describeEvent(event) }),
          request: (entry) => what === "requests" && stream.send({ id: entry.id, data: describeRequest(entry) }),
        }),
      );
      stream.hold(stack.move());
      return reply;
    },
  });
  return [streamOf("events"), streamOf("requests")];
}
