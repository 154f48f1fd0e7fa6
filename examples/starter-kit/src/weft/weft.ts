import "server-only";
import { Weft } from "@weft/node";
import { readSetting } from "./settings.ts";

let client: Weft | undefined;

/** The REST API of your Weft server. */
export function weft(): Weft {
  client ??= new Weft({ baseUrl: readSetting("WEFT_URL"), secret: readSetting("WEFT_SECRET_KEY") });
  return client;
}
