import { z } from "zod";

/** What no domain has: the parser of addresses below would read it as something else, or drop what follows. */
const notInDomains = /[\s/\\:@?#%[\]]/u;

/**
 * An email address as it is stored, compared and sent: in lower case, with its domain in ASCII (`anna@xn--mller-kva.example` for
 * `anna@müller.example`). A text that is not an address stays as it is.
 */
export function toAsciiAddress(text: string): string {
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  // oxlint-disable-next-line no-control-regex
  const isAscii = /^[\u0000-\u007f]*$/u.test(domain);
  const url = isAscii || at < 1 || notInDomains.test(domain) ? null : URL.parse(`http://${domain}`);
  return (url === null ? text : `${text.slice(0, at)}@${url.hostname}`).toLowerCase();
}

/** An email address that a user types. */
export const EmailAddress = z.string().max(320).trim().overwrite(toAsciiAddress).check(z.email());
