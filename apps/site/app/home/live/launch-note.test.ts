import { demoPeople } from "@weft/protocol";
import { expect, test } from "vitest";
import { authors, commented, guestIds, longestNote, noteText, scriptedSentence, suggested } from "./launch-note.ts";

test("the authors are people of the demo project, and guests are others", () => {
  for (const author of Object.values(authors)) expect(demoPeople).toContainEqual(author);
  const ids = demoPeople.map(({ id }) => id as string).filter((id) => !(id in authors));
  expect(guestIds).toEqual(ids);
});

test("the text has the words that the comment and the suggestion are about, once", () => {
  for (const words of [commented, suggested.from]) expect(noteText.split(words)).toHaveLength(2);
  expect(noteText).not.toContain(suggested.to);
  expect(noteText.length + scriptedSentence.length).toBeLessThan(longestNote / 2);
});
