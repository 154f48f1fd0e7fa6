// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import type { InboxNotificationTextMentionData } from "@weft/client";
import { WeftProvider } from "@weft/react";
import { afterEach, expect, test } from "vitest";
import { InboxNotification } from "./inbox-notification.tsx";

afterEach(cleanup);

const mention: InboxNotificationTextMentionData = {
  kind: "textMention",
  id: "in_1",
  roomId: "plan",
  notifiedAt: new Date("2026-01-02T03:04:05Z"),
  readAt: null,
  createdBy: "ada",
  mentionId: "at_1",
  mention: { kind: "user", id: "me" },
};

test("[UI205] a mention leads to the URL of its room, unless an address is given", async () => {
  render(
    <WeftProvider
      publicApiKey="pk_test"
      polyfills={{ fetch: () => new Promise(() => {}) }}
      resolveRoomsInfo={({ roomIds }) => roomIds.map((id) => ({ name: id, url: `/rooms/${id}` }))}
    >
      <InboxNotification inboxNotification={mention} />
      <InboxNotification inboxNotification={mention} href="/inbox" />
    </WeftProvider>,
  );
  const links = await screen.findAllByRole("link", { name: /plan/ }, { timeout: 30_000 });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/rooms/plan", "/inbox"]);
});
