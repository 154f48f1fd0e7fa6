import { isMessage, messageFault } from "./message.ts";
import { emailFault, nameFault, optionalNameFault } from "./person.ts";

/** What stands in the support form. */
export interface SupportFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly message: string;
  /** Hidden from people. */
  readonly honeypot: string;
}

export type SupportFaults = Partial<Record<Exclude<keyof SupportFields, "honeypot">, string>>;

/** Whether the button is live: names are asked for only when it is pressed. */
export function canSendSupport({ email, message, honeypot }: SupportFields): boolean {
  return email.trim() !== "" && isMessage(message) && honeypot === "";
}

/** What is wrong on submit, field by field in their order. */
export function supportFaults({ firstName, lastName, email, message }: SupportFields): SupportFaults {
  const faults: Record<keyof SupportFaults, string | undefined> = {
    firstName: nameFault("First name", firstName),
    lastName: optionalNameFault("Last name", lastName),
    email: emailFault(email),
    message: messageFault(message),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}
