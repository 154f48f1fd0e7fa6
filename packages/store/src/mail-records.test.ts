import { expect, test } from "vitest";
import { openStore } from "./open.ts";

test("however many mails wait, the newest alone are listed", async () => {
  await using store = await openStore("sqlite::memory:");
  const mail = { at: 1, to: "ada@weft.test", subject: "s", text: "t", state: "waiting", giveUpAt: 9 } as const;
  await store.mails.insert(Array.from({ length: 700 }, (_, at) => ({ ...mail, at })));
  const listed = await store.mails.list();
  expect(listed).toHaveLength(500);
  expect([listed[0]?.at, listed.at(-1)?.at]).toEqual([699, 200]);
});
