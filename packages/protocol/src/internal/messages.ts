import { z } from "zod";
import { EmailAddress } from "../email-address.ts";
import { limits } from "../limits.ts";
import { StorableText } from "../storable.ts";
import { companyRoles, companySizes } from "./form-rules.ts";
import { internalEndpoint } from "./internal-endpoint.ts";

/** Not empty after trimming, counted as typed, sent trimmed. */
export const MessageText = StorableText
  // In units of UTF-16, as a browser's `maxlength` counts.
  .refine((text) => text.length <= limits.messageLength, `Message must be at most ${limits.messageLength} characters`)
  .refine((text) => text.trim() !== "", "Message is required")
  .transform((text) => text.trim());

const name = StorableText.trim().max(limits.personNameLength);
const route = StorableText.max(limits.routeLength);
const Sent = z.object({ sent: z.literal(true) });

export const sendSupport = internalEndpoint({
  id: "contact-support",
  route: "POST /internal/contact/support",
  summary: "Write to support",
  role: "anyone",
  limitedAs: "form",
  body: z.object({
    firstName: name.min(1),
    // Some people have one name.
    lastName: name,
    email: EmailAddress,
    message: MessageText,
    /** Hidden from people. A message with this field filled in is acknowledged and discarded. */
    honeypot: z.string().max(limits.messageLength).default(""),
  }),
  returns: Sent,
});

export const sendSales = internalEndpoint({
  id: "contact-sales",
  route: "POST /internal/contact/sales",
  summary: "Write to sales",
  role: "anyone",
  limitedAs: "form",
  body: z.object({
    firstName: name.min(1),
    // Some people have one name.
    lastName: name,
    email: EmailAddress,
    companySize: z.enum(companySizes),
    role: z.enum(companyRoles),
    message: MessageText,
    /** Hidden from people, and empty unless a script fills in the form. */
    extra: z.string().max(limits.messageLength).default(""),
    hasBookedMeeting: z.literal(false).default(false),
    route,
  }),
  returns: Sent,
});

export const sendFeedback = internalEndpoint({
  id: "feedback",
  route: "POST /internal/feedback",
  summary: "Send feedback",
  role: "anyone",
  limitedAs: "form",
  body: z.object({
    user: z.object({
      name: StorableText.trim()
        .min(1)
        .max(2 * limits.personNameLength),
      email: z.email(),
    }),
    message: MessageText,
    route,
    wasItHelpful: z.boolean().nullable(),
    sentFromFeedbackButton: z.boolean(),
    sentFromAi: z.boolean(),
  }),
  returns: Sent,
});

export const MessageKind = z.enum(["support", "sales", "feedback"]);

export const StaffMessage = z.object({
  id: z.string(),
  kind: MessageKind,
  at: z.iso.datetime(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  route: z.string().nullable(),
  /** What the kind carries beside: company size, role, whether a page was helpful. */
  details: z.record(z.string(), z.unknown()),
  state: z.enum(["open", "done"]),
  /** Whether a mail of it was written. */
  mailed: z.boolean(),
});
export type StaffMessage = z.output<typeof StaffMessage>;

export const listMessages = internalEndpoint({
  id: "staff-messages",
  route: "GET /internal/staff/messages",
  summary: "What people wrote, newest first",
  role: "staff",
  query: z.object({
    kind: MessageKind.optional(),
    state: z.enum(["open", "done"]).optional(),
    cursor: z.string().optional(),
  }),
  returns: z.object({ data: z.array(StaffMessage), nextCursor: z.string().nullable() }),
});

export const updateMessage = internalEndpoint({
  id: "update-message",
  route: "PATCH /internal/staff/messages/{messageId}",
  summary: "Note that a message is dealt with",
  role: "staff",
  path: z.object({ messageId: z.string() }),
  body: z.object({ state: z.enum(["open", "done"]) }),
  returns: StaffMessage,
});

export const messageEndpoints = [sendSupport, sendSales, sendFeedback, listMessages, updateMessage] as const;
