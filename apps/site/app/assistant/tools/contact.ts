import type { JsonObject } from "@weft/protocol";
import { companyRoles, companySizes, messageLength } from "@weft/protocol/internal/form-rules";
import { feedbackBody } from "../../forms/feedback.ts";
import { salesBody } from "../../forms/sales.ts";
import type { SalesFields } from "../../forms/sales.ts";
import type { displayName } from "../../shell/display-name.ts";
import { parameters, textArgument, wordArgument } from "./assistant-tool.ts";
import { sendMessage } from "../../forms/send-message.ts";

export const contactTypes = ["support", "sales", "feedback"] as const;
export type ContactType = (typeof contactTypes)[number];

/** What is sent, by type. */
export const contactFailures: Readonly<Record<ContactType, string>> = {
  support: "Failed to send support message.",
  sales: "Failed to send sales inquiry.",
  feedback: "Failed to send feedback message.",
};

export function contactCancelled(type: ContactType): string {
  return `Cancelled sending ${type} message.`;
}

export const contactParameters = parameters({
  type: { type: "string", enum: [...contactTypes] },
  message: {
    type: "string",
    minLength: 1,
    maxLength: messageLength,
    description: "A draft of the message, in the user's words. The user can change it before it is sent.",
  },
  companySize: { type: ["string", "null"], enum: [...companySizes, null], description: "For sales, if it is known." },
  role: { type: ["string", "null"], enum: [...companyRoles, null], description: "For sales, if it is known." },
});

/** The type is support unless another one is asked for. */
export function contactTypeOf(args: JsonObject): ContactType {
  return wordArgument(args, "type", contactTypes) ?? "support";
}

/** What the form begins with. */
export function contactDraft(args: JsonObject, user: Parameters<typeof displayName>[0] | null): SalesFields {
  return {
    firstName: user?.firstName ?? "",
    lastName: user?.lastName ?? "",
    email: user?.email ?? "",
    companySize: wordArgument(args, "companySize", companySizes) ?? "",
    role: wordArgument(args, "role", companyRoles) ?? "",
    message: (textArgument(args, "message") ?? "").slice(0, messageLength),
    extra: "",
  };
}

/** Sends the form. Rejects if it did not arrive. */
export async function sendContact(
  type: ContactType,
  fields: SalesFields,
  { user, route }: { readonly user: Parameters<typeof displayName>[0] | null; readonly route: string },
): Promise<void> {
  const { firstName, lastName, email, message, extra } = fields;
  if (type === "support") {
    const body = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), honeypot: extra };
    await sendMessage("POST /internal/contact/support", { ...body, message: message.trim() });
  } else if (type === "sales") {
    const body = salesBody(fields, route);
    if (body === undefined) throw new Error("A choice is missing.");
    await sendMessage("POST /internal/contact/sales", body);
  } else
    await sendMessage(
      "POST /internal/feedback",
      feedbackBody({ email, message }, { user, source: { kind: "assistant" }, route }),
    );
}
