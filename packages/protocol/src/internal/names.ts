import { z } from "zod";
import { displayNameFault } from "./form-rules.ts";

/** The name of a team or project, trimmed. */
export function displayName(what: "Team" | "Project", length: number) {
  return z.string({ error: `${what} name is required` }).transform((text, context) => {
    const fault = displayNameFault(what, text, length);
    if (fault === undefined) return text.trim();
    context.addIssue({ code: "custom", message: fault });
    return z.NEVER;
  });
}
