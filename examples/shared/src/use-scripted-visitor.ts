import type { Json, JsonObject, LsonObject } from "@liveblocks/client";
import { useEffect } from "react";
import { playVisitor } from "./scripted-visitor.ts";
import type { Session } from "./session.ts";

/** In previews, another visitor enters the room once it is `ready`, and repeats what `script` says. */
export function useScriptedVisitor<P extends JsonObject, S extends LsonObject = LsonObject, E extends Json = Json>(
  session: Session,
  ready: boolean,
  presence: Omit<P, "visitor">,
  script: Parameters<typeof playVisitor<P, S, E>>[2],
): void {
  useEffect(() => {
    if (!ready) return undefined;
    return playVisitor<P, S, E>(session, presence, script);
    // The script is the same for as long as the page is open.
  }, [ready]);
}
