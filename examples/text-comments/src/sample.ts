/** What a new room contains: a text, and the threads at some of its words. */
import type { UserSession } from "@weft/example-shared";
import { everyoneMentioned, threadIdOf } from "@weft/example-shared/comments";
import type { SampleThread } from "@weft/example-shared/comments";
import type { JSONContent } from "@tiptap/core";

const text = (words: string, ...marks: readonly string[]): JSONContent => ({
  type: "text",
  text: words,
  marks: marks.map((type) => ({ type })),
});

const paragraph = (...content: JSONContent[]): JSONContent => ({ type: "paragraph", content });
const heading = (level: number, words: string): JSONContent => ({
  type: "heading",
  attrs: { level },
  content: [text(words)],
});
const item = (...content: JSONContent[]): JSONContent => ({ type: "listItem", content: [paragraph(...content)] });

/** The text, with a mark at the words of each thread. */
export function sampleText(roomId: string): JSONContent {
  const at = (words: string, thread: number): JSONContent => ({
    type: "text",
    text: words,
    marks: [{ type: "liveblocksCommentMark", attrs: { threadId: threadIdOf(roomId, thread), orphan: false } }],
  });
  return {
    type: "doc",
    content: [
      heading(1, "Launch plan: the mobile app"),
      paragraph(
        text("We release the mobile app "),
        at("in the second week of March", 0),
        text(", first to the people on the waiting list and a week later to everyone else."),
      ),
      heading(2, "What has to be ready"),
      {
        type: "bulletList",
        content: [
          item(text("Sign-in with passkeys on both platforms")),
          item(at("Offline drafts that survive a restart", 1)),
          item(text("A help page for each of the ten most common questions")),
        ],
      },
      heading(2, "How we announce it"),
      paragraph(
        text("A short post with one film of thirty seconds. "),
        at("No countdown, no early-bird prices", 2),
        text(": the app is free for existing customers, and the post says so in its first sentence."),
      ),
    ],
  };
}

export function sampleThreads(session: UserSession): readonly SampleThread[] {
  return [
    {
      metadata: {},
      comments: [
        {
          by: "chloe",
          text: [everyoneMentioned(session), " is the date safe? The store review took six days last time."],
          reactions: [{ by: "finn", emoji: "👀" }],
        },
        { by: "dev", text: ["We submit on the 2nd, so there is a week to spare."] },
      ],
    },
    {
      metadata: {},
      comments: [
        {
          by: "hugo",
          text: ["Drafts survive a restart on Android. On iOS they are lost if the app is killed while saving."],
        },
      ],
    },
    {
      metadata: {},
      comments: [
        {
          by: "grace",
          text: ["Thank you for this sentence."],
          reactions: [
            { by: "elif", emoji: "❤️" },
            { by: "hugo", emoji: "❤️" },
          ],
        },
      ],
    },
  ];
}
