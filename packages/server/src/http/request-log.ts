import type { RequestRecord } from "@weft/collab";
import type { Limits } from "@weft/protocol";
import type { AnsweredCall } from "./answered-call.ts";
import { describeContents, describeUrl } from "./request-contents.ts";

/** Counts and lists answered calls. */
export interface RequestListing {
  requestAnswered(
    request: Omit<RequestRecord, "at">,
    more: {
      /** The call had no valid key, or was over its rate. */
      readonly turnedAway: boolean;
      readonly contents: { readonly endpoint: string; readonly describe: () => string } | undefined;
    },
  ): void;
}

/** Lists every call in its project's log; `contents`: with its contents. */
export function createRequestLog(
  listing: RequestListing,
  { limits, contents }: { readonly limits: Pick<Limits, "requestContent">; readonly contents: boolean },
): (call: AnsweredCall) => void {
  return (call) => {
    const { project, id, endpoint, status, tookMs, failure, refused, sent } = call;
    listing.requestAnswered(
      {
        project,
        id,
        method: endpoint.method,
        path: endpoint.template,
        url: contents ? describeUrl(sent.url, limits) : null,
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
