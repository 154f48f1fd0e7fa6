import { emailFault } from "../../forms/person.ts";

/** As many as one may invite at once. */
export const mostInvitations = 20;

/** The addresses in a text, each once, and what is wrong with them. */
export function readAddresses(text: string): { readonly addresses: string[]; readonly fault: string | undefined } {
  const addresses = [
    ...new Set(
      text
        .split(/[\s,;]+/u)
        .filter(Boolean)
        .map((address) => address.toLowerCase()),
    ),
  ];
  const broken = addresses.find((address) => emailFault(address) !== undefined);
  if (broken !== undefined) return { addresses, fault: `“${broken}” is not an email address` };
  if (addresses.length > mostInvitations)
    return { addresses, fault: `At most ${mostInvitations} people can be invited at once` };
  return { addresses, fault: undefined };
}
