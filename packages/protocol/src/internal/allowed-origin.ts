import { z } from "zod";
import { limits } from "../limits.ts";

/** Scheme, host, at most a port; `*.` stands for any labels before the host. A slash that was copied with it does no harm. */
const form = /^([a-z][a-z\d+.-]*):\/\/(\*\.)?([^\s/?#@*:[\]\\]+|\[[\da-f:.]+\])(:\d{1,5})?\/?$/i;

/** An origin whose pages may use a public key, as browsers spell it: `https://example.com`, `https://*.example.com`. */
export const AllowedOrigin = z
  .string()
  .max(limits.originLength)
  .transform((text, context) => {
    const origin = readOrigin(text.trim());
    if (origin !== undefined) return origin;
    context.addIssue({
      code: "custom",
      message: "must be a scheme, a host and at most a port, as in https://example.com or https://*.example.com:8080.",
    });
    return z.NEVER;
  });

function readOrigin(text: string): string | undefined {
  const [, scheme, star = "", host, port = ""] = form.exec(text) ?? [];
  const url = host === undefined ? null : URL.parse(`${scheme}://${host}${port}`);
  // A host that goes on behind a point at its end, or has none: nothing that a browser would send.
  if (url === null || url.host === "") return undefined;
  return `${url.protocol}//${star}${url.host.toLowerCase()}`;
}
