import { personNameLength } from "@weft/protocol/internal/form-rules";

/** What is wrong with a name that must be there. */
export function nameFault(what: "First name" | "Last name", typed: string): string | undefined {
  const name = typed.trim();
  if (name === "") return `${what} is required`;
  return name.length > personNameLength ? `${what} must be at most ${personNameLength} characters` : undefined;
}

/** What is wrong with a name that may be empty: some people have one name. */
export function optionalNameFault(what: "Last name", typed: string): string | undefined {
  return typed.trim() === "" ? undefined : nameFault(what, typed);
}

// An address the server takes: browsers by themselves let through some that it does not, such as `a@b`.
const address = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*\.)+)[a-z]{2,}$/iu;

/** What is wrong with an address that must be there. */
export function emailFault(typed: string): string | undefined {
  if (typed.trim() === "") return "Email is required";
  return address.test(typed.trim()) ? undefined : "Enter a complete email address, as in ada@example.com";
}
