import { expect, test } from "vitest";
import { readableLimit } from "../generated/limits.ts";
import { pageMarkdown } from "./to-markdown.ts";

test("components become what they say", () => {
  const source = [
    '<Callout kind="warning" title="Mind">Not `twice`.</Callout>',
    "",
    '<Tabs items={["npm", "pnpm"]}>',
    "  <Tab>",
    "    ```sh",
    "    npm i",
    "    ```",
    "  </Tab>",
    "  <Tab>One line.</Tab>",
    "</Tabs>",
    "",
    '<Cards><Card href="/docs/rooms" title="Rooms">Where people meet.</Card></Cards>',
    "",
    'At most <Limit name="connectionsPerRoom" /> people.',
    "",
    '<Endpoint id="get-room" />',
  ].join("\n");
  expect(pageMarkdown(source)).toBe(
    [
      "> **Mind**",
      ">",
      "> Not `twice`.",
      "",
      "**npm**",
      "",
      "```sh",
      "npm i",
      "```",
      "",
      "**pnpm**",
      "",
      "One line.",
      "",
      "- [Rooms](/docs/rooms): Where people meet.",
      "",
      `At most ${readableLimit("connectionsPerRoom").text} people.`,
      "",
      "[GET /v2/rooms/{roomId}](/docs/api-reference/rest-api-endpoints/rooms#get-room): Get room",
      "",
    ].join("\n"),
  );
});

test("steps, pictures and props become what they say", () => {
  const markdown = pageMarkdown(
    [
      '<Steps><Step title="Install">Once.</Step></Steps>',
      "",
      '<Figure light="/a.png" dark="/b.png" alt="Two users" caption="A room" />',
      "",
      '<PropsTable rows={[{ name: "roomId", type: "string", description: "Where to connect." }]} />',
    ].join("\n"),
  );
  expect(markdown).toContain("**Install**\n\nOnce.\n\n![Two users](/a.png)\n");
  expect(markdown).toMatch(/`roomId`.*string.*Where to connect\./u);
});

test("code keeps its file, and placeholders have the values that are shown", () => {
  expect(pageMarkdown('```ts file="a.ts" {1}\nkey("{{SECRET_KEY}}");\n```')).toBe(
    '```ts file="a.ts"\nkey("sk_your_secret_key");\n```\n',
  );
});

test("the reference of a package says what it exports, and how it is installed with either family", () => {
  const source = ["<PackageSwitch />", "", '<Install packages={["yjs"]} />', "", '<Exports package="yjs" />'].join(
    "\n",
  );
  const text = pageMarkdown(source);
  expect(text).toContain(
    "npm install http://localhost:7070/packages/client.tgz http://localhost:7070/packages/yjs.tgz",
  );
  expect(text).toMatch(/With the official packages:\n\n```bash\nnpm install @liveblocks\/yjs@\d/u);
  expect(text).toContain("- `getYjsProviderForRoom` (function): The provider of a room's document");
  expect(text).toContain("- `LiveblocksYjsProvider` (class): The official packages' name for `WeftYjsProvider`.");
});
