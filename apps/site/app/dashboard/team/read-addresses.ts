import { invitationsAtOnce } from "@weft/protocol/internal/form-rules";
import { emailFault } from "../../forms/person.ts";

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
  if (addresses.length > invitationsAtOnce)
    return { addresses, fault: `At most ${invitationsAtOnce} people can be invited at once` };
  return { addresses, fault: undefined };
}
