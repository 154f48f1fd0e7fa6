import { expect, test } from "vitest";
import { markdownToCommentBody } from "./markdown.ts";

const paragraphs = (markdown: string) => markdownToCommentBody(markdown).content.map(({ children }) => children);
const text = (...children: object[]) => [children];

test("[ND60] marks of a text are read, one in the other, and delimiters that nothing closes stay", () => {
  const cases: readonly (readonly [markdown: string, children: object[]])[] = [
    ["a **b** c", [{ text: "a " }, { text: "b", bold: true }, { text: " c" }]],
    ["*i*", [{ text: "i", italic: true }]],
    ["_i_ __b__", [{ text: "i", italic: true }, { text: " " }, { text: "b", bold: true }]],
    ["***bi***", [{ text: "bi", bold: true, italic: true }]],
    ["~~s~~", [{ text: "s", strikethrough: true }]],
    ["~s~", [{ text: "s", strikethrough: true }]],
    ["`a**b**`", [{ text: "a**b**", code: true }]],
    ["``a ` b``", [{ text: "a ` b", code: true }]],
    ["**`x`**", [{ text: "x", bold: true, code: true }]],
    [
      "**a *b* c**",
      [
        { text: "a ", bold: true },
        { text: "b", bold: true, italic: true },
        { text: " c", bold: true },
      ],
    ],
    [
      "**a *b***",
      [
        { text: "a ", bold: true },
        { text: "b", bold: true, italic: true },
      ],
    ],
    ["snake_case_word", [{ text: "snake_case_word" }]],
    ["2*3*4", [{ text: "2" }, { text: "3", italic: true }, { text: "4" }]],
    ["a ** b ** c", [{ text: "a ** b ** c" }]],
    ["**un", [{ text: "**un" }]],
    ["`un", [{ text: "`un" }]],
    [String.raw`\*a\* \\ \x`, [{ text: String.raw`*a* \ \x` }]],
    ["**a\nb**", [{ text: "a\nb", bold: true }]],
  ];
  for (const [markdown, children] of cases) expect(paragraphs(markdown), markdown).toEqual([children]);
});

test("[ND60] links are read, those whose URL is unsafe are text", () => {
  const url = "http://x.y";
  expect(paragraphs(`[t](${url})`)).toEqual(text({ type: "link", url, text: "t" }));
  expect(paragraphs(`[**b** _c_](${url} "title")`)).toEqual(text({ type: "link", url, text: "b c" }));
  expect(paragraphs("[x](http://a(b)c)")).toEqual(text({ type: "link", url: "http://a(b)c", text: "x" }));
  expect(paragraphs("[m](mailto:a@b.c) [p](/p)")).toEqual(
    text({ type: "link", url: "mailto:a@b.c", text: "m" }, { text: " " }, { type: "link", url: "/p", text: "p" }),
  );
  expect(paragraphs(`<${url}> see ${url}/a?b=(c), or (${url}).`)).toEqual(
    text(
      { type: "link", url, text: url },
      { text: " see " },
      { type: "link", url: `${url}/a?b=(c)`, text: `${url}/a?b=(c)` },
      { text: ", or (" },
      { type: "link", url, text: url },
      { text: ")." },
    ),
  );
  expect(paragraphs("www.example.com")).toEqual(
    text({ type: "link", url: "http://www.example.com", text: "www.example.com" }),
  );
  for (const unsafe of ["javascript:alert(1)", "JAVA\tSCRIPT:x", "data:text/html,x"])
    expect(JSON.stringify(paragraphs(`[t](${unsafe})`)), unsafe).not.toContain('"link"');
  expect(paragraphs(`![i](${url})`)[0]![0]).toEqual({ text: "![i](" });
});

test("[ND60] users are mentioned with an @ at the beginning of a word", () => {
  const mention = (id: string) => ({ type: "mention", kind: "user", id });
  expect(paragraphs("hi @ada.lovelace, yes")).toEqual(
    text({ text: "hi " }, mention("ada.lovelace"), { text: ", yes" }),
  );
  expect(paragraphs("(@ada) **@bob** _@eve_ @user_1-x!")).toEqual(
    text(
      { text: "(" },
      mention("ada"),
      { text: ") " },
      mention("bob"),
      { text: " " },
      mention("eve"),
      { text: " " },
      mention("user_1-x"),
      { text: "!" },
    ),
  );
  for (const plain of ["mail a@b.c", "@ ada", "@-a", String.raw`\@ada`, "@жан"])
    expect(JSON.stringify(paragraphs(plain)), plain).not.toContain("mention");
});

test("[ND61] what a body cannot have stays as it was written, each line a paragraph", () => {
  expect(paragraphs("a\nb\n\n\nc\r\nd")).toEqual([[{ text: "a\nb" }], [{ text: "c\nd" }]]);
  expect(paragraphs("# Head *i*\ntext\n- a\n- b\n1. c\n> d\ne")).toEqual([
    [{ text: "# Head " }, { text: "i", italic: true }],
    [{ text: "text" }],
    [{ text: "- a" }],
    [{ text: "- b" }],
    [{ text: "1. c" }],
    [{ text: "> d\ne" }],
  ]);
  expect(paragraphs("```ts\nconst **x**\n```\nafter")).toEqual([[{ text: "const **x**" }], [{ text: "after" }]]);
  expect(paragraphs("| a | b |\n|---|---|")).toEqual([[{ text: "| a | b |" }], [{ text: "|---|---|" }]]);
  expect(paragraphs("<b>x</b> &amp;")).toEqual([[{ text: "<b>x</b> &amp;" }]]);
  for (const empty of ["", "   ", "\n\n", "---", "***"]) expect(paragraphs(empty), empty).toEqual([]);
});

test("[ND61] no text takes long", () => {
  const count = 20_000;
  const hostile = ["*", "**a ", "_a ", "`", "[", "[a](", "~", "<http://", "@a", "``` ", "*a_b", "\\", "(http://x("];
  for (const part of hostile) {
    const started = performance.now();
    markdownToCommentBody(part.repeat(count));
    markdownToCommentBody(Array.from({ length: count }, (_, n) => "`".repeat((n % 50) + 1)).join(part));
    expect(performance.now() - started, part).toBeLessThan(2_000);
  }
});
