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
