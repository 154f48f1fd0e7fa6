/**
 * Rules for what people type into the site's forms. The schemas of the calls check them again; pages load this file
 * alone, so it imports no schema library.
 */

/** First or last name, in characters. */
export const personNameLength = 60;
/** Name of a team or project. */
export const displayNameLength = 64;
/** Name of an API key. */
export const keyNameLength = 64;
/** Secret keys of a project, unless the server has another limit. */
export const secretKeysPerProject = 5;
/** Management tokens of a team, unless the server has another limit. */
export const managementTokensPerTeam = 20;
/** A message to support or sales, and feedback: in characters as typed. */
export const messageLength = 1_000;
/** The title of a guide that is created with the assistant, in characters. */
export const guideTitleLength = 120;
/** Its text in Markdown, in characters. */
export const guideLength = 50_000;
/** Addresses in one form that invites people to a team. */
export const invitationsAtOnce = 20;

export const companySizes = ["1-10", "10-100", "100-1,000", "1,000-5,000", "5,000+"] as const;
export type CompanySize = (typeof companySizes)[number];

export const companyRoles = [
  "Engineer",
  "Product Manager",
  "Engineering Leader",
  "Product Leader",
  "C-level",
  "Other",
] as const;
export type CompanyRole = (typeof companyRoles)[number];

/** Letters, digits, whitespace, hyphen, underscore, parentheses, period; letters and digits of any script. */
const displayNameCharacters = /^[\p{L}\p{M}\p{Nd}\s\-_().]*$/u;

/** The first rule that the name of a team or project breaks once it is trimmed, or undefined. */
export function displayNameFault(
  what: "Team" | "Project",
  typed: string,
  maximum: number = displayNameLength,
): string | undefined {
  const name = typed.trim();
  if (name === "") return `${what} name is required`;
  if (name.length > maximum) return `${what} name must be at most ${maximum} characters`;
  return displayNameCharacters.test(name) ? undefined : "Invalid characters";
}

/** Characters of a query that tests the retrieval of a copilot's knowledge. */
export const retrievalQueryLength = 1_000;
