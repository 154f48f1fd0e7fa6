import { readBody } from "../receiver/delivery.ts";
import type { SignedRequest } from "../receiver/verify.ts";

const otherRoom = "another-room";

/** A request as someone without the secret could send it: signed for one room, and naming another. */
export function alteredCopyOf({ headers, body }: SignedRequest): SignedRequest {
  return { headers, body: body.replace(JSON.stringify(readBody(body).roomId), JSON.stringify(otherRoom)) };
}

/** The lines of a body, and which of them an altered copy changed. */
export function linesOf(body: string): readonly { readonly text: string; readonly isAltered: boolean }[] {
  return formatted(body)
    .split("\n")
    .map((text) => ({ text, isAltered: text.includes(JSON.stringify(otherRoom)) }));
}

function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
