import { sendFeedback } from "@weft/protocol";
import { expect, test } from "vitest";
import { canSendFeedback, feedbackMissing, feedbackBody } from "./feedback.ts";
import type { FeedbackSource } from "./feedback.ts";

const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };
const typed = { email: " visitor@example.com ", message: "  Hi  " };

test.each<[FeedbackSource, boolean | null, boolean, boolean]>([
  [{ kind: "button" }, null, true, false],
  [{ kind: "page", wasItHelpful: true }, true, false, false],
  [{ kind: "page", wasItHelpful: false }, false, false, false],
  [{ kind: "assistant" }, null, false, true],
  [{ kind: "assistant", wasItHelpful: true }, true, false, true],
  [{ kind: "answer", wasItHelpful: false }, false, false, true],
])("from %j", (source, wasItHelpful, sentFromFeedbackButton, sentFromAi) => {
  const body = feedbackBody(typed, { user: ada, source, route: "/docs" });
  expect(body).toMatchObject({ wasItHelpful, sentFromFeedbackButton, sentFromAi, message: "Hi", route: "/docs" });
  expect(sendFeedback.body?.safeParse(body)?.success).toBe(true);
});

test("a signed-in user is named; anyone else is Unknown with the entered address", () => {
  const about = { source: { kind: "button" }, route: "/" } as const;
  expect(feedbackBody(typed, { ...about, user: ada }).user).toEqual({ name: "Ada Lovelace", email: ada.email });
  expect(feedbackBody(typed, { ...about, user: null }).user).toEqual({
    name: "Unknown",
    email: "visitor@example.com",
  });
});

test("signed-in users need only a message; others also enter an email address", () => {
  expect(canSendFeedback({ email: "", message: "Hi" }, ada)).toBe(true);
  expect(canSendFeedback({ email: "", message: "Hi" }, null)).toBe(false);
  expect(canSendFeedback({ email: "a@b", message: "Hi" }, null)).toBe(false);
  expect(canSendFeedback({ email: "a@b.io", message: "Hi" }, null)).toBe(true);
  expect(canSendFeedback({ email: "a@b.io", message: " " }, ada)).toBe(false);
});

test.for([
  [{ message: "", email: "" }, null, "Enter a message and your email address to send feedback."],
  [{ message: "Hello", email: "ada@" }, null, "Enter your email address to send feedback."],
  [{ message: " ", email: "ada@example.com" }, null, "Enter a message to send feedback."],
  [{ message: "Hello", email: "ada@example.com" }, null, undefined],
] as const)("of %j the form says what is missing", ([fields, user, missing]) => {
  expect(feedbackMissing(fields, user)).toBe(missing);
});
