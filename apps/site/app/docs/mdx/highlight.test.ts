import { expect, test } from "vitest";
import { highlight } from "./highlight.ts";

const none = { lines: new Set<number>(), words: [] };

test("a line is an element that ends with its break, and tokens have a kind", async () => {
  const html = await highlight("const a = 1;\n\nb();", "ts", { ...none, lines: new Set([3]) });
  const lines = html.split('<span class="line').slice(1);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/<span class="t-keyword">const ?<\/span>/);
  expect(lines.every((line) => line.endsWith("\n</span>"))).toBe(true);
  expect(lines[2]!.startsWith(" marked")).toBe(true);
});

test("placeholders are elements, whatever the language", async () => {
  expect(await highlight('key("{{PUBLIC_KEY}}")', "ts", none)).toContain(
    '<span class="fill" data-fill="PUBLIC_KEY">pk_your_public_key</span>',
  );
  expect(await highlight("curl {{SERVER_URL}}/v2", "sh", none)).toContain('data-fill="SERVER_URL"');
});

test("prompts and removed lines are marked as not copied, and the marks are gone", async () => {
  expect(await highlight("$ npm start", "sh", none)).toContain(
    '<span class="prompt" data-skip="" aria-hidden="true">$ </span>',
  );
  const html = await highlight("old(); // [!code --]\nnew_(); // [!code ++]", "ts", none);
  expect(html).toMatch(/class="line removed" data-skip=""/);
  expect(html).toMatch(/class="line added"/);
  expect(html).not.toContain("[!code");
});

test("a word is one mark, regardless of its place and its tokens", async () => {
  const html = await highlight('open({ baseUrl: "/" });\nbaseUrl;', "ts", { ...none, words: ["baseUrl"] });
  expect(html.match(/<mark class="word">/g)).toHaveLength(2);
  const plain = await highlight('<Provider baseUrl="/x">', "tsx", { ...none, words: ['baseUrl="/x"'] });
  const mark = /<mark class="word">(.*)<\/mark>/.exec(plain)![1]!;
  expect(mark.replaceAll(/<[^>]*>/g, "")).toBe('baseUrl="/x"');
});

test("text of an unknown language is escaped", async () => {
  expect(await highlight("<b>&</b>", "no-such-language", none)).toContain("&lt;b&gt;&amp;&lt;/b&gt;");
});
