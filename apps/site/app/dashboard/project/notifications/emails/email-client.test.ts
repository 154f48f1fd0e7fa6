import { renderThreadNotificationEmail } from "@weft/emails";
import { afterEach, expect, test, vi } from "vitest";
import { emailClientOf } from "./email-client.ts";
import { emailEventOf } from "./email-event.ts";
import type { ThreadNotification } from "./email-event.ts";

afterEach(() => vi.unstubAllGlobals());

const notifiedAt = "2026-03-02T09:30:00.000Z";
const notification = { kind: "thread", id: "in_1", roomId: "plan", threadId: "th_1", notifiedAt, readAt: null };
const event = emailEventOf("pr_1", "grace", notification as ThreadNotification);

/** Answers the addresses of the project's REST API; all others are not found. */
function serve(answers: Readonly<Record<string, unknown>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, credentials }: RequestInit) => {
    asked.push(`${method} ${url} ${credentials}`);
    const body = answers[url.replace("/internal/projects/pr_1/api", "")];
    return body === undefined ? Response.json({ error: "NOT_FOUND" }, { status: 404 }) : Response.json(body);
  });
  return asked;
}

const thread = {
  type: "thread",
  id: "th_1",
  roomId: "plan",
  createdAt: notifiedAt,
  updatedAt: notifiedAt,
  comments: [
    {
      type: "comment",
      id: "cm_1",
      threadId: "th_1",
      roomId: "plan",
      userId: "ada",
      createdAt: notifiedAt,
      reactions: [],
      attachments: [],
      metadata: {},
      body: {
        version: 1,
        content: [
          { type: "paragraph", children: [{ type: "mention", kind: "group", id: "team" }, { text: " Hello" }] },
        ],
      },
    },
  ],
};

test("an email is made of what the member may read, with the session alone", async () => {
  const asked = serve({
    "/rooms/plan/threads/th_1": thread,
    "/users/grace/inbox-notifications/in_1": notification,
    "/users/grace/groups": { data: [{ id: "team" }], nextCursor: null },
  });
  const email = await renderThreadNotificationEmail(emailClientOf("pr_1"), event);
  expect(email?.subject).toBe("ada mentioned you in plan");
  expect(email?.text).toContain("@team Hello");
  expect(asked).toHaveLength(3);
  for (const request of asked) expect(request).toMatch(/^GET \/internal\/projects\/pr_1\/api\/.* same-origin$/u);
});

test("there is no email about a thread that was deleted", async () => {
  serve({ "/users/grace/inbox-notifications/in_1": notification });
  expect(await renderThreadNotificationEmail(emailClientOf("pr_1"), event)).toBeNull();
});
