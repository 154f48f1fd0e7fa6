import { expect, test } from "vitest";
import { errorExplanations } from "./error-explanations.ts";
import { errorPage, errors, WeftError } from "./errors.ts";
import type { ErrorCode } from "./errors.ts";

/** What applications compare with, and what people were told. */
test.for([
  ["MISSING_SECRET_KEY", 401, "No secret key in the authentication header."],
  ["WRONG_KEY_USED", 401, "A public key was used instead of the secret key."],
  ["INVALID_SECRET_KEY", 403, "Invalid secret key."],
  ["INVALID_PUBLIC_KEY", 403, "Invalid public key"],
  ["UNAUTHORIZED_ROOM_ACCESS", 403, "The user does not have permission to access the room."],
  ["ROOM_NOT_FOUND", 404, "Room not found."],
  ["RESOURCE_NOT_FOUND", 404, "Resource not found."],
  ["ROOM_ALREADY_EXISTS", 409, "The room already exists."],
  ["CANNOT_UPDATE_EXISTING_STORAGE", 409, "The room already has storage data."],
  ["UNPROCESSABLE_ENTITY", 422, "The data is not in the expected format."],
] as const satisfies readonly (readonly [ErrorCode, number, string])[])(
  "[PR3] %s is answered with %i: %s",
  ([code, status, message]) => {
    expect(errors[code]).toMatchObject({ status, message, suggestion: expect.stringMatching(/\.$/) });
  },
);

test("[PR4] every error has a status that fails, a message and an explanation", () => {
  for (const [code, { status, message }] of Object.entries(errors)) {
    expect(code).toMatch(/^[A-Z_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect([message, errorExplanations[code as ErrorCode]]).not.toContain("");
  }
  expect(Object.keys(errorExplanations)).toEqual(Object.keys(errors));
});

test("[PR4] an error is thrown with the message and suggestion of its code, and has a page", () => {
  const error = new WeftError("ROOM_NOT_FOUND");
  expect(error).toMatchObject({
    code: "ROOM_NOT_FOUND",
    message: errors.ROOM_NOT_FOUND.message,
    suggestion: errors.ROOM_NOT_FOUND.suggestion,
    entry: errors.ROOM_NOT_FOUND,
  });
  expect(errorPage(error.code, "https://weft.test")).toBe("https://weft.test/docs/errors/ROOM_NOT_FOUND");
});
