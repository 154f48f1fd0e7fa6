import { bundle } from "@weft/testkit/bundle";
import { expect, test } from "vitest";

/** Each application with these components has a client and its hooks already. */
const client = /^@(?:weft|liveblocks)\/(?:core|client|react)(?:\/|$)/;
const bundled = (source: string) => bundle(source, false, client);
const share = async (names: string) => {
  const [own, official] = await Promise.all(
    ["@weft", "@liveblocks"].map((scope) => bundled(`export ${names} from "${scope}/react-ui";`)),
  );
  console.log(`${names} are ${own!.gzip} bytes of ${official!.gzip}, and ${own!.later.gzip} later.`);
  return own!.gzip / official!.gzip;
};

test("[UI200] all components are smaller than those of the official package, with what they are built on", async () => {
  expect(await share("*")).toBeLessThanOrEqual(0.65);
  expect(await share("{ Thread, Composer }")).toBeLessThanOrEqual(0.6);
  expect(await share("{ InboxNotificationList, InboxNotification }")).toBeLessThanOrEqual(0.6);
  expect(await share("{ AvatarStack, Cursors }")).toBeLessThanOrEqual(0.6);
  expect(await share("{ AiChat }")).toBeLessThanOrEqual(0.4);
});

const editor = /\/(?:lexical|composer)\//;
const markdown = /\/(?:marked|markdown)\//;
const emoji = /\/emoji\/(?:data|emoji-picker\.tsx|emoji-list)/;

test.each([
  ["AvatarStack", [editor, markdown, emoji], []],
  ["Cursors", [editor, markdown, emoji], []],
  ["HistoryVersionSummary", [editor, markdown, emoji], []],
  ["Avatar", [editor, markdown, emoji], []],
  ["AiChat", [editor, emoji], [markdown]],
  ["Thread", [markdown, emoji], [editor]],
  ["Composer", [markdown, emoji], [editor]],
  ["InboxNotification", [editor, markdown, emoji], []],
] as const)(
  "[UI201] %s alone brings nothing of the editor, Markdown or emoji that it does not need",
  async (...row) => {
    const [name, absent, present] = row;
    const { files } = await bundled(`export { ${name} } from "@weft/react-ui";`);
    for (const part of absent) expect(files.filter((file) => part.test(file))).toEqual([]);
    for (const part of present) expect(files.filter((file) => part.test(file))).not.toEqual([]);
  },
);

test("[UI202] the emoji picker and emoji are loaded when the picker is opened", async () => {
  const { laterParts } = await bundled(`export * from "@weft/react-ui";`);
  const files = laterParts.map((part) => part.files.filter((file) => emoji.test(file)).length > 0);
  expect(files).toEqual([true, true]);
});
