import { z } from "zod";
import { limits } from "../limits.ts";

/** How a session was opened. `saml` is the identity provider of a team, and opens that team alone. */
export const SignInMethod = z.enum(["password", "passkey", "github", "google", "saml"]);
export type SignInMethod = z.output<typeof SignInMethod>;

const days = z.int().min(1);

/** Days for which data is kept. What is absent is kept for as long as the plan allows; chats without a limit. */
export const TeamRetention = z.object({
  events: days.max(365).optional(),
  requestLogs: days.max(365).optional(),
  webhookDeliveries: days.max(limits.webhookMessagesKeptMs / 86_400_000).optional(),
  aiChats: days.max(limits.aiChatRetentionDaysMax).optional(),
});
export type TeamRetention = z.output<typeof TeamRetention>;
