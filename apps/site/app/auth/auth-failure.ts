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
    return { kind: "locked", message: `Too many attempts. Try again ${when}.` };
  }
  if (error.status === 0 || error.status >= 500)
    return { kind: "unreachable", message: "Can't reach the server. Try again." };
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
  return wayBackFailures.get(error) ?? "Couldn't sign you in. Try again.";
}

const wayBackFailures: ReadonlyMap<string, string> = new Map([
  ["access_denied", "You canceled the sign-in."],
  [
    "account_not_linked",
    "This email already has an account with another sign-in method. Sign in with that method, then add this one under Security.",
  ],
  ["account_already_linked_to_different_user", "That account is already linked to another user."],
  ["SIGN_UP_CLOSED", "You need an invitation to create an account on this server. Ask an owner of your team."],
  ["email_not_found", "The provider didn't share your email, which is required for an account."],
]);
