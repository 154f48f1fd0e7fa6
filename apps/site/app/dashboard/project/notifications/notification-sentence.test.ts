import { expect, test } from "vitest";
import type { InboxNotificationBody } from "./notification-queries.ts";
import { notificationSentence } from "./notification-sentence.ts";

const of = (body: object) => notificationSentence(body as InboxNotificationBody);

test("each kind of notification is a sentence", () => {
  expect(of({ kind: "thread", threadId: "th_1", roomId: "pricing" })).toBe("New comments in a thread");
  const mention = { kind: "textMention", mentionId: "in_1", createdBy: "grace", roomId: "pricing" };
  expect(of({ ...mention, mention: { kind: "user", id: "ada" } })).toBe("grace mentioned this user in a text");
  expect(of({ ...mention, mention: { kind: "group", id: "engineering" } })).toBe(
    "grace mentioned the group engineering in a text",
  );
  expect(of({ kind: "$fileUploaded", subjectId: "report.pdf" })).toBe("File uploaded: report.pdf");
  expect(of({ kind: "$new-sale_done", subjectId: "order-7" })).toBe("New sale done: order-7");
});
