import { z } from "zod";

/** Letters, digits, whitespace, hyphen, underscore, parentheses, period; letters and digits of any script. */
const allowed = /^[\p{L}\p{M}\p{Nd}\s\-_().]*$/u;

/** The name of a team or project: trimmed, then held to the rules in their order; the first that it breaks is told. */
export function displayName(what: "Team" | "Project", length: number) {
  return z.string({ error: `${what} name is required` }).transform((text, context) => {
    const name = text.trim();
    const fault =
      name === ""
        ? `${what} name is required`
        : name.length > length
          ? `${what} name must be at most ${length} characters`
          : allowed.test(name)
            ? undefined
            : "Invalid characters";
    if (fault === undefined) return name;
    context.addIssue({ code: "custom", message: fault });
    return z.NEVER;
  });
}
