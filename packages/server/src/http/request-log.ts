import type { ActivityWriter } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { AnsweredCall } from "./app.ts";
import { describeContents } from "./request-contents.ts";

/** Lists every call in its project's log; `contents`: with what was in it. */
export function createRequestLog(
  activity: Pick<ActivityWriter, "requestAnswered">,
  { limits, contents }: { readonly limits: Pick<Limits, "requestContent">; readonly contents: boolean },
): (call: AnsweredCall) => void {
  return (call) => {
    const { project, id, endpoint, status, tookMs, failure, refused, sent } = call;
    activity.requestAnswered(
      {
        project,
        id,
        method: endpoint.method,
        path: endpoint.template,
        status,
        durationMs: Math.round(tookMs * 100) / 100,
        key: endpoint.auth === "secret" ? (sent.headers.authorization ?? "").trimEnd().slice(-4) : null,
        errorCode: failure ?? null,
      },
      {
        turnedAway: refused || failure === "TOO_MANY_REQUESTS",
        contents: contents ? { endpoint: endpoint.id, describe: () => describeContents(call, limits) } : undefined,
      },
    );
  };
}
