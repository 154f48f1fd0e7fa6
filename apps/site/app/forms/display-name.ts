// Of any script; the server holds names to the same rule.
const allowed = /^[\p{L}\p{M}\p{Nd}\s\-_().]*$/u;

/** What is wrong with the name of a team or project, if anything is. */
export function displayNameFault(what: "Team" | "Project", typed: string, maximum: number): string | undefined {
  const name = typed.trim();
  if (name === "") return `${what} name is required`;
  if (name.length > maximum) return `${what} name must be at most ${maximum} characters`;
  return allowed.test(name) ? undefined : "Invalid characters";
}

/** Longest name of a team or project, until the server has said its own. */
export const displayNameLength = 64;
