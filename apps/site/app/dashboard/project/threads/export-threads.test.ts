import type { ThreadSummary } from "@weft/protocol";
import { expect, test } from "vitest";
import { readThreads, threadsAsCsv, threadsAsJson } from "./export-threads.ts";

const thread = (change: Partial<ThreadSummary> = {}): ThreadSummary => ({
  id: "th_1",
  roomId: "pricing",
  createdAt: "2026-11-22T00:00:00.000Z",
  updatedAt: "2026-11-23T00:00:00.000Z",
  resolved: false,
  visibility: "public",
  metadata: {},
  userId: "ada",
  text: "Is this right?",
  comments: 2,
  attachments: 0,
  reactions: 1,
  participants: 2,
  ...change,
});

/** Pages of `perPage` threads; every second page is empty. */
function pagesOf(count: number, perPage: number) {
  const asked: string[] = [];
  const read = (cursor: string) => {
    asked.push(cursor);
    const page = Number(cursor);
    const from = (page >> 1) * perPage;
    const data = page % 2 === 1 ? [] : Array.from({ length: Math.min(perPage, count - from) }, () => thread());
    return Promise.resolve({ data, nextCursor: page % 2 === 0 && from + perPage >= count ? null : String(page + 1) });
  };
  return { read, asked };
}

test("an export reads every page of the list, and tells how many threads it has", async () => {
  const { read, asked } = pagesOf(7, 3);
  const progress: number[] = [];
  const found = await readThreads(read, (count) => progress.push(count));
  expect(found).toMatchObject({ isCut: false });
  expect(found.threads).toHaveLength(7);
  expect(asked).toEqual(["", "1", "2", "3", "4"]);
  expect(progress).toEqual([3, 3, 6, 6]);
});

test("an export ends at its bound, and says so", async () => {
  const cut = await readThreads(pagesOf(7, 3).read, () => {}, 4);
  expect(cut).toMatchObject({ isCut: true });
  expect(cut.threads).toHaveLength(4);
  const exact = await readThreads(pagesOf(6, 3).read, () => {}, 6);
  expect(exact).toMatchObject({ isCut: false });
});

test("the CSV file has a row for each thread, without formulas", () => {
  const text = threadsAsCsv([
    thread({ text: '=HYPERLINK("https://example.com")', metadata: { priority: "high" } }),
    thread({ userId: "@ada", resolved: true }),
  ]);
  expect(text.split("\r\n")).toEqual([
    "id,room,state,visibility,created by,created at,updated at,text,comments,participants,attachments,reactions,metadata",
    `th_1,pricing,open,public,ada,2026-11-22T00:00:00.000Z,2026-11-23T00:00:00.000Z,"'=HYPERLINK(""https://example.com"")",2,2,0,1,"{""priority"":""high""}"`,
    "th_1,pricing,resolved,public,'@ada,2026-11-22T00:00:00.000Z,2026-11-23T00:00:00.000Z,Is this right?,2,2,0,1,",
    "",
  ]);
});

test("the JSON file holds the threads as they are", () => {
  expect(JSON.parse(threadsAsJson([thread()]))).toEqual([thread()]);
});
