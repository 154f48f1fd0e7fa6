import { expect, test } from "vitest";
import { authFailure, retryAfterOf, wayBackFailure } from "./auth-failure.ts";

test("a refusal shows the form's own message, regardless of the server's", () => {
  const said = { status: 401, message: "User not found" };
  expect(authFailure(said, "Incorrect email or password.")).toEqual({
    kind: "refused",
    message: "Incorrect email or password.",
  });
});

test.for([
  ["840", "Too many attempts. Try again in 14 minutes."],
  ["20", "Too many attempts. Try again in a minute."],
  [null, "Too many attempts. Try again in a few minutes."],
] as const)("after too many tries the wait of %s seconds is told", ([seconds, message]) => {
  expect(authFailure({ status: 429 }, "wrong", seconds)).toEqual({ kind: "locked", message });
});

test.for([0, 502])("status %i is a server that cannot be reached", (status) => {
  expect(authFailure({ status }, "wrong").kind).toBe("unreachable");
});

test("the wait is read from either header", () => {
  expect(retryAfterOf(new Response(null, { headers: { "retry-after": "5" } }))).toBe("5");
  expect(retryAfterOf(new Response(null, { headers: { "x-retry-after": "7" } }))).toBe("7");
  expect(retryAfterOf(new Response())).toBeNull();
});

test.for([
  ["", undefined],
  ["error=access_denied", "You canceled the sign-in."],
  [
    "error=SIGN_UP_CLOSED&error_description=x",
    "You need an invitation to create an account on this server. Ask an owner of your team.",
  ],
  ["error=state_mismatch", "Couldn't sign you in. Try again."],
  ["error=toString", "Couldn't sign you in. Try again."],
] as const)("a user who returns with ?%s reads: %s", ([search, said]) => {
  expect(wayBackFailure(new URLSearchParams(search))).toBe(said);
});
