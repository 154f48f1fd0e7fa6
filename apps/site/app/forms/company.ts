import type { InternalRoutes } from "@weft/protocol";

type Sales = NonNullable<InternalRoutes["POST /internal/contact/sales"]["body"]>;

export const companySizes = [
  "1-10",
  "10-100",
  "100-1,000",
  "1,000-5,000",
  "5,000+",
] as const satisfies readonly Sales["companySize"][];

export const companyRoles = [
  "Engineer",
  "Product Manager",
  "Engineering Leader",
  "Product Leader",
  "C-level",
  "Other",
] as const satisfies readonly Sales["role"][];

export type CompanySize = (typeof companySizes)[number];
export type CompanyRole = (typeof companyRoles)[number];
