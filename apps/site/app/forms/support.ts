import { isMessage, messageFault } from "./message.ts";
import { emailFault, nameFault, optionalNameFault } from "./person.ts";

/** The values of the support form. */
export interface SupportFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly message: string;
  /** Hidden from users. */
  readonly honeypot: string;
}

export type SupportFaults = Partial<Record<Exclude<keyof SupportFields, "honeypot">, string>>;

/** Whether the button is enabled. Names are validated only on submit. */
export function canSendSupport({ email, message, honeypot }: SupportFields): boolean {
  return email.trim() !== "" && isMessage(message) && honeypot === "";
}

/** The errors on submit, in the order of the fields. */
export function supportFaults({ firstName, lastName, email, message }: SupportFields): SupportFaults {
  const faults: Record<keyof SupportFaults, string | undefined> = {
    firstName: nameFault("First name", firstName),
    lastName: optionalNameFault("Last name", lastName),
    email: emailFault(email),
    message: messageFault(message),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}
