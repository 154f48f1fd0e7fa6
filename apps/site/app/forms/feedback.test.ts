import { sendFeedback } from "@weft/protocol";
import { expect, test } from "vitest";
import { canSendFeedback, feedbackBody } from "./feedback.ts";
import type { FeedbackSource } from "./feedback.ts";

const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };
const fields = { email: " visitor@example.com ", message: "  Hi  " };

test.each<[FeedbackSource, boolean | null, boolean, boolean]>([
  [{ kind: "button" }, null, true, false],
  [{ kind: "page", wasItHelpful: true }, true, false, false],
  [{ kind: "page", wasItHelpful: false }, false, false, false],
  [{ kind: "assistant" }, null, false, true],
  [{ kind: "assistant", wasItHelpful: true }, true, false, true],
  [{ kind: "answer", wasItHelpful: false }, false, false, true],
])("from %j", (source, wasItHelpful, sentFromFeedbackButton, sentFromAi) => {
  const body = feedbackBody(fields, { user: ada, source, route: "/docs" });
  expect(body).toMatchObject({ wasItHelpful, sentFromFeedbackButton, sentFromAi, message: "Hi", route: "/docs" });
  expect(sendFeedback.body?.safeParse(body)?.success).toBe(true);
});

test("a signed-in user is named; anyone else is Unknown with the address typed", () => {
  const about = { source: { kind: "button" }, route: "/" } as const;
  expect(feedbackBody(fields, { ...about, user: ada }).user).toEqual({ name: "Ada Lovelace", email: ada.email });
  expect(feedbackBody(fields, { ...about, user: null }).user).toEqual({
    name: "Unknown",
    email: "visitor@example.com",
  });
});

test("a message is enough for whoever is signed in; others give an address", () => {
  expect(canSendFeedback({ email: "", message: "Hi" }, ada)).toBe(true);
  expect(canSendFeedback({ email: "", message: "Hi" }, null)).toBe(false);
  expect(canSendFeedback({ email: "a@b", message: "Hi" }, null)).toBe(false);
  expect(canSendFeedback({ email: "a@b.io", message: "Hi" }, null)).toBe(true);
  expect(canSendFeedback({ email: "a@b.io", message: " " }, ada)).toBe(false);
});
