import { outboundPolicies, readAddress, refusals } from "../outbound/outbound-policy.ts";
import type { Outbound } from "../outbound/outbound.ts";

/** An outbound client that connects to nothing: it answers these pages of HTML, and finds no other host. For tests. */
export function createTestOutbound(pages: Readonly<Record<string, string>>): Outbound {
  const check = (text: string) => {
    const url = readAddress(text, outboundPolicies.https);
    return typeof url === "string" ? { reason: url, message: refusals[url] } : undefined;
  };
  const fetch = () => Promise.reject(new TypeError("The host cannot be found."));
  return {
    check,
    fetch,
    fetchFor: () => fetch,
    async send({ url }) {
      const refusal = check(url);
      if (refusal !== undefined) return { kind: "refused", ...refusal };
      const page = pages[url];
      if (page === undefined) return { kind: "failed", reason: "unknownHost", message: "The host cannot be found." };
      const headers = new Map([["content-type", "text/html; charset=utf-8"]]);
      return { kind: "answered", url, status: 200, headers, body: Buffer.from(page), complete: true, broken: false };
    },
    async [Symbol.asyncDispose]() {},
  };
}
