import { z } from "zod";
import { internalEndpoint } from "./internal-endpoint.ts";
import { Done } from "./teams.ts";

/** A mail that was not sent yet. Its text is not shown, because its links give access to accounts. */
export const StaffMail = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  to: z.string(),
  subject: z.string(),
  /** `waiting`: it is tried again by itself. `failed`: it is not. `kept`: this server sends no mail. */
  state: z.enum(["waiting", "failed", "parked", "kept"]),
  /** How often it was tried to hand it over. */
  tries: z.int(),
  nextTryAt: z.iso.datetime().nullable(),
  /** What the mail server said, or that it was not there. */
  failure: z.string().nullable(),
});
export type StaffMail = z.output<typeof StaffMail>;

export const listMails = internalEndpoint({
  id: "staff-mails",
  route: "GET /internal/staff/mails",
  summary: "List emails that were not sent yet, newest first",
  role: "staff",
  returns: z.array(StaffMail),
});

export const retryMail = internalEndpoint({
  id: "retry-mail",
  route: "POST /internal/staff/mails/{mailId}/retry",
  summary: "Retry sending an email",
  role: "staff",
  path: z.object({ mailId: z.string() }),
  returns: Done,
  errors: ["CONFLICT"],
});

export const mailEndpoints = [listMails, retryMail] as const;
