/** Why a call of the sign-in library failed, in words for the form that made it. */
export interface AuthFailure {
  readonly kind: "refused" | "locked" | "unreachable";
  readonly message: string;
}

interface Answer {
  readonly status: number;
  readonly message?: string | undefined;
}

/** `retryAfter`: seconds, where the server said so. */
export function authFailure(error: Answer, refused: string, retryAfter?: string | null): AuthFailure {
  if (error.status === 429) {
    const minutes = Math.max(1, Math.ceil(Number(retryAfter ?? 0) / 60));
    const when = retryAfter == null ? "in a few minutes" : minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
    return { kind: "locked", message: `Too many tries. Try again ${when}.` };
  }
  if (error.status === 0 || error.status >= 500)
    return { kind: "unreachable", message: "The server could not be reached. Try again." };
  return { kind: "refused", message: refused };
}

/** How long the server wants to be left alone, from the answer's headers. */
export function retryAfterOf(response: Response): string | null {
  return response.headers.get("retry-after") ?? response.headers.get("x-retry-after");
}

/** What another site's answer to a sign-in came to, from the address that its reader came back to. */
export function wayBackFailure(search: URLSearchParams): string | undefined {
  const error = search.get("error");
  if (error === null) return undefined;
  return wayBackFailures.get(error) ?? "That sign-in did not work. Try again.";
}

const wayBackFailures: ReadonlyMap<string, string> = new Map([
  ["access_denied", "You did not agree to sign in there."],
  [
    "account_not_linked",
    "This email has an account already, with another way to sign in. Use that one; the other can be added under Security.",
  ],
  ["account_already_linked_to_different_user", "That account is already linked to another user."],
  ["SIGN_UP_CLOSED", "Accounts of this server come by invitation. Ask an owner of your team."],
  ["email_not_found", "The other site did not say what your email is, and an account needs one."],
]);
