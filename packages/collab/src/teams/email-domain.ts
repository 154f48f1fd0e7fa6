import { domainToASCII } from "node:url";

/** A domain as it is stored and compared; undefined for what is none, or has one label only. */
export function domainOf(text: string): string | undefined {
  const typed = text.trim().replace(/^@/, "").replace(/\.$/, "");
  // The conversion would read other notations as addresses, and drop what follows a path.
  if (typed === "" || /[\s/\\:@?#%[\]]/.test(typed)) return undefined;
  const domain = domainToASCII(typed).toLowerCase();
  const labels = domain.split(".");
  const isName = labels.length > 1 && labels.every((label) => /^(?!-)[a-z\d-]{1,63}(?<!-)$/.test(label));
  // A last label of digits is an IP address.
  return isName && domain.length <= 253 && !/^\d+$/.test(labels.at(-1)!) ? domain : undefined;
}

/** The domain of an email address. */
export function emailDomain(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  return at < 1 ? undefined : domainOf(email.slice(at + 1));
}
