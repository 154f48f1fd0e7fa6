import type { InternalRoutes } from "@weft/protocol";
import { displayName } from "../shell/display-name.ts";
import { isMessage } from "./message.ts";
import { emailFault } from "./person.ts";

type Feedback = NonNullable<InternalRoutes["POST /internal/feedback"]["body"]>;

type Named = Parameters<typeof displayName>[0];

/** The source of feedback, which determines its labels. */
export type FeedbackSource =
  | { readonly kind: "button" }
  | { readonly kind: "page"; readonly wasItHelpful: boolean }
  | { readonly kind: "assistant"; readonly wasItHelpful?: boolean }
  | { readonly kind: "answer"; readonly wasItHelpful: boolean };

/** The values of the dialog. `email` is required only when the user is signed out. */
export interface FeedbackFields {
  readonly email: string;
  readonly message: string;
}

export function canSendFeedback({ email, message }: FeedbackFields, user: Named | null): boolean {
  return isMessage(message) && (user !== null || emailFault(email) === undefined);
}

/** Why the form cannot be sent yet; undefined if it can. */
export function feedbackMissing({ email, message }: FeedbackFields, user: Named | null): string | undefined {
  const needed = [
    ...(message.trim() === "" ? ["a message"] : []),
    ...(user === null && emailFault(email) !== undefined ? ["your email address"] : []),
  ];
  return needed.length === 0 ? undefined : `Enter ${needed.join(" and ")} to send feedback.`;
}

/** The call's body. */
export function feedbackBody(
  { email, message }: FeedbackFields,
  { user, source, route }: { readonly user: Named | null; readonly source: FeedbackSource; readonly route: string },
): Feedback {
  return {
    user: user === null ? { name: "Unknown", email: email.trim() } : { name: displayName(user), email: user.email },
    message: message.trim(),
    route,
    wasItHelpful: source.kind === "button" ? null : (source.wasItHelpful ?? null),
    sentFromFeedbackButton: source.kind === "button",
    sentFromAi: source.kind === "assistant" || source.kind === "answer",
  };
}
