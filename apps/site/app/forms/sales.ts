import { companyRoles, companySizes } from "@weft/protocol/internal/form-rules";
import type { CompanyRole, CompanySize } from "@weft/protocol/internal/form-rules";
import { isMessage, messageFault } from "./message.ts";
import { emailFault, nameFault, optionalNameFault } from "./person.ts";
import type { InternalRoutes } from "@weft/protocol";

type Sales = NonNullable<InternalRoutes["POST /internal/contact/sales"]["body"]>;

/** The values of the sales form. */
export interface SalesFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly companySize: CompanySize | "";
  readonly role: CompanyRole | "";
  readonly message: string;
  /** Hidden from users. */
  readonly extra: string;
}

export type SalesFaults = Partial<Record<Exclude<keyof SalesFields, "extra">, string>>;

export function canSendSales({ email, message, extra }: SalesFields): boolean {
  return email.trim() !== "" && isMessage(message) && extra === "";
}

/** The errors on submit, in the order of the fields. */
export function salesFaults({ firstName, lastName, email, companySize, role, message }: SalesFields): SalesFaults {
  const faults: Record<keyof SalesFaults, string | undefined> = {
    firstName: nameFault("First name", firstName),
    lastName: optionalNameFault("Last name", lastName),
    email: emailFault(email),
    companySize: companySizes.some((size) => size === companySize) ? undefined : "Choose the size of your company",
    role: companyRoles.some((known) => known === role) ? undefined : "Choose your role",
    message: messageFault(message),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

/** The call's body; undefined while a choice is missing. */
export function salesBody(fields: SalesFields, route: string): Sales | undefined {
  const { firstName, lastName, email, companySize, role, message, extra } = fields;
  if (companySize === "" || role === "") return undefined;
  return {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: email.trim(),
    companySize,
    role,
    message: message.trim(),
    extra,
    hasBookedMeeting: false,
    route,
  };
}
