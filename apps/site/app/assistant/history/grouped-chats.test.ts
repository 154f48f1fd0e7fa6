import { expect, test } from "vitest";
import { chatTitle, groupedChats } from "./grouped-chats.ts";

const now = new Date("2026-05-20T12:00:00Z");
const chat = (id: string, createdAt: string, lastMessageAt?: string) => ({
  id,
  title: id,
  metadata: {},
  createdAt,
  ...(lastMessageAt !== undefined && { lastMessageAt }),
});

test("chats are grouped by the day of their last message, or of their creation", () => {
  const chats = [
    chat("new", "2026-05-20T11:00:00Z"),
    chat("revived", "2026-01-01T00:00:00Z", "2026-05-20T10:00:00Z"),
    chat("yesterday", "2026-05-19T10:00:00Z"),
    chat("days", "2026-05-15T10:00:00Z"),
    chat("weeks", "2026-05-01T10:00:00Z"),
    chat("months", "2026-01-10T10:00:00Z"),
  ];
  expect(groupedChats(chats, now, "UTC").map(({ name, chats: some }) => [name, some.map(({ id }) => id)])).toEqual([
    ["Today", ["new", "revived"]],
    ["Yesterday", ["yesterday"]],
    ["5d ago", ["days"]],
    ["2w ago", ["weeks"]],
    ["4mo ago", ["months"]],
  ]);
});

test("a chat without a title is Untitled", () => {
  expect([chatTitle({ title: "" }), chatTitle({ title: "Rooms" })]).toEqual(["Untitled", "Rooms"]);
});
