import { describeEvent, describeRequest } from "@weft/collab";
import { limits as platformLimits } from "@weft/protocol";
import type { Limits } from "@weft/protocol";
import type { UndeclaredRoute } from "../http/part.ts";
import { accountOf, admit } from "./admission.ts";
import type { SiteContext } from "./site-context.ts";

const heartbeatMs = 15_000;

/** A project's events, and its requests, as server-sent events: one JSON value for each, as their lists show them. */
export function streamRoutes(
  services: Pick<SiteContext, "site" | "activityFeed" | "watchers">,
  limits: Partial<Limits> = {},
): readonly UndeclaredRoute[] {
  const { outputSoft } = { ...platformLimits, ...limits };
  const stream = (what: "events" | "requests"): UndeclaredRoute => ({
    template: `/internal/projects/{projectId}/${what}/stream`,
    async handler(request, reply) {
      const { site, activityFeed, watchers } = services;
      const path = request.params as Record<string, unknown>;
      const { project } = await admit("member", await accountOf(request, reply, site), path, site);
      const answer = reply.raw;
      using stack = new DisposableStack();
      stack.use(watchers.take(project!.id, () => answer.end()));

      // A sign-in may end, and a member be removed, while the stream is open.
      const mayGoOn = async () => {
        try {
          await admit("member", await accountOf(request, undefined, site), path, site);
          return true;
        } catch {
          return false;
        }
      };
      const cookies = reply.getHeader("Set-Cookie");
      reply.hijack();
      // Fastify no longer listens for errors of this answer.
      answer.on("error", () => answer.destroy());
      answer.writeHead(200, {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        Connection: "close",
        "X-Content-Type-Options": "nosniff",
        // Proxies would buffer small messages.
        "X-Accel-Buffering": "no",
        "X-Request-Id": request.id,
        ...(cookies === undefined ? undefined : { "Set-Cookie": cookies as string[] }),
      });
      const say = (text: string) => {
        // A client that does not read reconnects and requests the list.
        if (answer.writableLength > outputSoft) answer.destroy();
        else if (!answer.writableEnded) answer.write(text);
      };
      const tell = ({ id }: { readonly id: string }, value: unknown) =>
        say(`id: ${id}\ndata: ${JSON.stringify(value)}\n\n`);
      say(": here follows what happens from now on\n\n");
      stack.use(
        activityFeed.follow(project!.id, {
          event: (event) => what === "events" && tell(event, describeEvent(event)),
          request: (entry) => what === "requests" && tell(entry, describeRequest(entry)),
        }),
      );
      const heartbeat = setInterval(() => {
        say(": still here\n\n");
        void mayGoOn().then((may) => may || answer.end());
      }, heartbeatMs);
      stack.defer(() => clearInterval(heartbeat));
      // When the client half-closes, Node only knows that no more requests follow and keeps the answer open.
      const hangUp = () => answer.destroy();
      const { socket } = request;
      socket.once("end", hangUp);
      stack.defer(() => socket.off("end", hangUp));
      const held = stack.move();
      if (answer.destroyed) held.dispose();
      else answer.once("close", () => held.dispose());
      return reply;
    },
  });
  return [stream("events"), stream("requests")];
}
