import { expect, test } from "vitest";
import * as entry from "./index.ts";

/** The values that applications import from the entry of the official package. */
const names = [
  "LiveFile",
  "LiveList",
  "LiveMap",
  "LiveObject",
  "LiveText",
  "Liveblocks",
  "LiveblocksError",
  "WebhookHandler",
  "getMentionsFromCommentBody",
  "isCustomNotificationEvent",
  "isNotificationChannelEnabled",
  "isTextMentionNotificationEvent",
  "isThreadNotificationEvent",
  "markdownToCommentBody",
  "stringifyCommentBody",
];

test("[ND51] every value of the official entry is exported, under its name, and Weft's own names beside them", () => {
  expect(Object.keys(entry).toSorted()).toEqual([...names, "Weft", "WeftError"].toSorted());
});
