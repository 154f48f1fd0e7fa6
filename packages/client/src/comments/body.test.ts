import { expect, test } from "vitest";
import { getMentionsFromCommentBody, stringifyCommentBody } from "./body.ts";
import { isNotificationChannelEnabled } from "./notification-settings.ts";
import type { BodyInline, ClientCommentBody } from "./types.ts";

const bodyOf = (...paragraphs: readonly (readonly BodyInline[])[]): ClientCommentBody => ({
  version: 1,
  content: paragraphs.map((children) => ({ type: "paragraph", children })),
});

const user = (id: string) => ({ type: "mention", kind: "user", id }) as const;
const group = (id: string) => ({ type: "mention", kind: "group", id }) as const;

const said = bodyOf(
  [{ text: "Hello " }, user("ada"), { text: " & " }, group("all"), { text: "!", bold: true }],
  [{ text: "" }],
  [
    { type: "link", url: "https://weft.test/?a=1&b=2", text: "<here>" },
    { text: " x", code: true, italic: true },
  ],
);

test("[CS130] mentions are in the order of the text, each id once", () => {
  const body = bodyOf([user("b"), user("a")], [user("b"), group("g")]);
  expect(getMentionsFromCommentBody(body).map(({ id }) => id)).toEqual(["b", "a", "g"]);
  expect(getMentionsFromCommentBody(body, ({ kind }) => kind === "group")).toEqual([group("g")]);
});

test("[CS131] a body reads as plain text, with names where they are known", async () => {
  expect(await stringifyCommentBody(said)).toBe("Hello @ada & @all!\n\n<here> x");
  const asked: unknown[] = [];
  const text = await stringifyCommentBody(said, {
    separator: " | ",
    resolveUsers: ({ userIds }) => {
      asked.push(userIds);
      return [{ name: "Ada <3" }];
    },
    resolveGroupsInfo: async ({ groupIds }) => {
      asked.push(groupIds);
      return [{ name: "Everyone" }];
    },
  });
  expect(text).toBe("Hello @Ada <3 & @Everyone! |  | <here> x");
  expect(asked).toEqual([["ada"], ["all"]]);
});

test("[CS131] HTML is escaped wherever users have written it", async () => {
  const html = await stringifyCommentBody(said, { format: "html", resolveUsers: () => [{ name: "<b>Ada</b>" }] });
  expect(html).toBe(
    '<p>Hello <span data-mention data-mention-user="ada">@&lt;b&gt;Ada&lt;/b&gt;</span> &amp; ' +
      '<span data-mention data-mention-group="all">@all</span><strong>!</strong></p>\n\n' +
      '<p><a href="https://weft.test/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">&lt;here&gt;</a>' +
      "<code><em> x</em></code></p>",
  );
  const attack = bodyOf([{ type: "link", url: '"onclick="x' }], [user('"><script>')]);
  expect(await stringifyCommentBody(attack, { format: "html" })).not.toMatch(/<script|"onclick/);
});

test.each(["javascript:alert(1)", " java\nscript:alert(1)", "data:text/html,x", "vbscript:x"])(
  "[CS131] a link to %j leads nowhere",
  async (url) => {
    const body = bodyOf([{ type: "link", url, text: "click" }]);
    expect(await stringifyCommentBody(body, { format: "html" })).toBe("<p>click</p>");
    expect(await stringifyCommentBody(body, { format: "markdown" })).toBe("click");
  },
);

test("[CS131] Markdown is escaped, and marks stand at words", async () => {
  const body = bodyOf([
    { text: "a*b_c " },
    { text: " bold ", bold: true },
    { text: "a`b", code: true },
    { type: "link", url: "https://weft.test/a b", text: "[x]" },
  ]);
  expect(await stringifyCommentBody(body, { format: "markdown" })).toBe(
    String.raw`a\*b\_c  **bold** ` + "``a`b``" + String.raw`[\[x\]](<https://weft.test/a%20b>)`,
  );
});

test("[CS131] an application says how elements read", async () => {
  const text = await stringifyCommentBody(said, {
    format: "html",
    elements: {
      paragraph: ({ children }, index) => `${index}(${children})`,
      mention: ({ element }) => `[${element.kind} ${element.id}]`,
    },
  });
  expect(text).toContain("0(Hello [user ada] &amp; [group all]<strong>!</strong>)");
});

test("[CS132] a channel is enabled while all kinds are sent over it", () => {
  expect(isNotificationChannelEnabled(null)).toBe(false);
  expect(isNotificationChannelEnabled({ thread: true, textMention: true })).toBe(true);
  expect(isNotificationChannelEnabled({ thread: true, textMention: false })).toBe(false);
});
