import { expect, test } from "vitest";
import { passagesOf } from "./passages.ts";

const frame = {
  route: "/docs/concepts/rooms",
  title: "Rooms",
  headings: [
    { level: 2, id: "create", title: "Create a room" },
    { level: 3, id: "options", title: "Options" },
    { level: 2, id: "delete", title: "Delete a room" },
    { level: 3, id: "options-1", title: "Options" },
  ],
} as const;

const page = `# Rooms

A room holds people.

## Create a room

Call \`POST /v2/rooms\`.

### Options

| name | means |
| --- | --- |
| id | its id |

#### Details

Deep.

## Delete a room

Gone.

### Options

None.
`;

test("a page is cut at its headings, each passage with the headings above it and its own address", () => {
  expect(passagesOf(frame, page).map(({ headings, url }) => [headings, url])).toEqual([
    [[], "/docs/concepts/rooms"],
    [["Create a room"], "/docs/concepts/rooms#create"],
    [["Create a room", "Options"], "/docs/concepts/rooms#options"],
    [["Create a room", "Options", "Details"], "/docs/concepts/rooms#options"],
    [["Delete a room"], "/docs/concepts/rooms#delete"],
    [["Delete a room", "Options"], "/docs/concepts/rooms#options-1"],
  ]);
});

test("a passage keeps tables and code as Markdown, and says the page's title", () => {
  const passages = passagesOf(frame, page);
  expect(passages[0]).toMatchObject({ title: "Rooms", text: "A room holds people." });
  expect(passages[1]!.text).toBe("Call `POST /v2/rooms`.");
  expect(passages[2]!.text).toContain("| id   | its id |");
});

test("a long section is cut between its blocks, and a block stays whole", () => {
  const code = `\`\`\`ts\n${"const x = 1;\n".repeat(300)}\`\`\``;
  const texts = passagesOf({ ...frame, headings: [] }, `${"word ".repeat(200)}\n\n${code}\n\nAfter.`).map(
    ({ text }) => text,
  );
  expect(texts).toHaveLength(3);
  expect(texts[1]).toMatch(/^```ts\n[\s\S]+\n```$/);
});
