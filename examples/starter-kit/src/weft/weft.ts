import "server-only";
import { Liveblocks } from "@liveblocks/node";
import { readSetting } from "./settings.ts";

let client: Liveblocks | undefined;

/** The REST API of your Weft server. `baseUrl` is the only difference from other Liveblocks apps. */
export function weft(): Liveblocks {
  client ??= new Liveblocks({ baseUrl: readSetting("WEFT_URL"), secret: readSetting("WEFT_SECRET_KEY") });
  return client;
}
