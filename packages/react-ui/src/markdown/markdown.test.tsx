// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { linkAddress } from "./address.ts";
import { splitBlocks } from "./blocks.ts";
import { decodeEntities } from "./entities.ts";
import { lexBlock } from "./lexer.ts";
import { Markdown } from "./markdown.tsx";
import { finishBlock } from "./unfinished.ts";

afterEach(cleanup);

const html = (content: string, partial = false) =>
  render(<Markdown content={content} partial={partial} />).container.querySelector(".lb-prose")!.innerHTML;

test("[UI120] Markdown is rendered as elements", () => {
  const text = [
    "# Trip",
    "",
    'Pack **light** and *slow*, ~~not~~ `this` [map](https://example.com/a?b=1&amp;c=2 "Map").',
    "",
    "> Or not",
    "",
    "3. one",
    "4. two",
    "",
    "- [x] done",
    "- [ ] open",
    "",
    "```ts title",
    "const a = 1 < 2;",
    "",
    "```",
    "| a | b |",
    "|:--|--:|",
    "| 1 | 2<br>3 |",
    "",
    "---",
    "",
    "![Sea](/sea.png)",
  ].join("\n");
  expect(html(text)).toMatchInlineSnapshot(`
    "<h1>Trip</h1><p>Pack <strong>light</strong> and <em>slow</em>, <del>not</del> <code>this</code> <a href="https://example.com/a?b=1&amp;c=2" title="Map" target="_blank" rel="noopener noreferrer">map</a>.</p><blockquote><p>Or not</p></blockquote><ol start="3"><li>one</li><li>two</li></ol><ul><li class="lb-prose-task"><input disabled="" readonly="" aria-labelledby="_r_2_" type="checkbox" checked=""><div id="_r_2_">done</div></li><li class="lb-prose-task"><input disabled="" readonly="" aria-labelledby="_r_3_" type="checkbox"><div id="_r_3_">open</div></li></ul><pre data-language="ts" tabindex="0"><code>const a = 1 &lt; 2;
    </code></pre><div class="lb-prose-table" tabindex="0"><table><thead><tr><th scope="col" data-align="left">a</th><th scope="col" data-align="right">b</th></tr></thead><tbody><tr><td data-align="left">1</td><td data-align="right">2<br>3</td></tr></tbody></table></div><hr><p><img alt="Sea" loading="lazy" src="/sea.png"></p>"
  `);
});

test("[UI121] no HTML of the text reaches the document, and no address runs code", () => {
  const text = [
    "<img src=x onerror=alert(1)> and <b>bold</b>",
    "",
    "<script>alert(1)</script>",
    "",
    "[a](javascript:alert(1)) [b](JaVa&#x73;cript:alert(1)) [c](data:text/html,x) [d](vbscript:x) ![e](data:image/svg+xml,x)",
    "",
    "[f](/docs) [g](#top) [h](mailto:a@b.c) <https://example.com>",
  ].join("\n");
  const { container } = render(<Markdown content={text} />);
  expect(container.querySelector("script, img, b")).toBeNull();
  expect(container.textContent).toContain("<script>alert(1)</script>");
  expect(Array.from(container.querySelectorAll("a"), (link) => link.getAttribute("href"))).toEqual([
    "/docs",
    "#top",
    "mailto:a@b.c",
    "https://example.com",
  ]);
  expect(linkAddress("java\tscript:alert(1)")).toBeUndefined();
  expect([linkAddress("a/b:c"), linkAddress("HTTPS://a")]).toEqual(["a/b:c", "HTTPS://a"]);
  expect(decodeEntities("&lt;&#65;&#x42;&nope;&amp;lt; &#0;")).toBe("<AB&nope;&lt; \ufffd");
});

test("[UI122] applications replace components, and links by reference find their address", () => {
  const { container } = render(
    <Markdown
      content={"# A\n\nSee [docs].\n\n[docs]: https://example.com\n\n1. x"}
      components={{
        Heading: ({ level, children }) => <div data-level={level}>{children}</div>,
        List: ({ type, items, start }) => <div data-list={`${type} ${start} ${items.length}`} />,
      }}
    />,
  );
  expect(container.querySelector("[data-level='1']")!.textContent).toBe("A");
  expect(container.querySelector("[data-list='ordered 1 1']")).not.toBeNull();
  expect(container.querySelector("a")!.getAttribute("href")).toBe("https://example.com");
});

describe("while a text is written", () => {
  test.each([
    ["a **bo", "<p>a <strong>bo</strong></p>"],
    ["a **bold*", "<p>a <strong>bold</strong></p>"],
    ["a **", "<p>a</p>"],
    ["a *b **c", "<p>a <em>b <strong>c</strong></em></p>"],
    ["use `co", "<p>use <code>co</code></p>"],
    ["see [the do", "<p>see the do</p>"],
    ["see [the docs](https://exa", "<p>see the docs</p>"],
    ["see ![a pic", "<p>see</p>"],
    ["2 * 3 is six", "<p>2 * 3 is six</p>"],
    ["snake_case_name", "<p>snake_case_name</p>"],
    ["text\n-", "<p>text</p>"],
    ["text\n##", "<p>text</p>"],
    ["``", ""],
    ["```js\nlet a\n``", '<pre data-language="js" tabindex="0"><code>let a</code></pre>'],
    ["- [", ""],
    ["- a\n- **b", "<ul><li>a</li><li><strong>b</strong></li></ul>"],
  ])("[UI123] %j shows no mark that is open", (content, expected) => {
    expect(html(content, true).replaceAll(/\s+(?=<\/p>)/g, "")).toBe(expected);
  });

  test("[UI123] a table is one from its first row on", () => {
    const text = "| City | Days |\n|------|------|\n| Rome | **3** |";
    for (let end = 3; end <= text.length; end++) {
      const { container } = render(<Markdown content={text.slice(0, end)} partial />);
      expect([end, container.querySelector("table") !== null, container.querySelector("p")]).toEqual([end, true, null]);
      cleanup();
    }
  });

  test("[UI124] finished blocks are not rendered again", () => {
    const rendered = vi.fn<(text: unknown) => void>();
    const components = {
      Paragraph: ({ children }: { readonly children: ReactNode }) => {
        rendered(children);
        return <p>{children}</p>;
      },
    };
    const { rerender, container } = render(<Markdown content={"One.\n\nTw"} partial components={{ ...components }} />);
    const [first] = Array.from(container.querySelectorAll("p"));
    rendered.mockClear();
    rerender(<Markdown content={"One.\n\nTwo."} partial components={{ ...components }} />);
    expect(rendered).toHaveBeenCalledTimes(1);
    expect(container.querySelector("p")).toBe(first);
    expect(container.textContent).toBe("One.Two.");
  });
});

test("[UI124] a text that grows keeps all its blocks but the last", () => {
  const text =
    "# A\n\ntext\n\n- a\n\n  b\n- c\n\n```\n\nx\n```\nend\n\n    code\n\n    more\n\n1. x\n   ```\n   y\n\n   z\n   ```\n\n> q";
  expect(splitBlocks(text).blocks).toEqual([
    "# A",
    "text",
    "- a\n\n  b\n- c",
    "```\n\nx\n```",
    "end",
    "    code\n\n    more",
    "1. x\n   ```\n   y\n\n   z\n   ```",
    "> q",
  ]);
  for (let end = 1; end < text.length; end++) {
    const before = splitBlocks(text.slice(0, end)).blocks;
    const after = splitBlocks(text.slice(0, end + 1)).blocks;
    // A line that has just begun may still be part of the block above.
    expect(after.slice(0, Math.max(0, before.length - 2))).toEqual(before.slice(0, -2));
  }
});

const hostile: Readonly<Record<string, (length: number) => string>> = {
  links: (length) => "[a](".repeat(length / 4),
  emphasis: (length) => "**a *b ".repeat(length / 7),
  quotes: (length) => ">".repeat(length),
  rules: (length) => `${"- - ".repeat(length / 4)}a`,
  brackets: (length) => "[".repeat(length),
  code: (length) => "`a ".repeat(length / 3),
  mail: (length) => `${"a".repeat(length)}@`,
  spaces: (length) => `a${" ".repeat(length)}b`,
  lists: (length) => "- ".repeat(length / 2),
};

test.each(Object.keys(hostile))("[UI125] hostile %s are read completely, in a stack of bounded depth", (name) => {
  const text = hostile[name]!(60_000);
  const raw = splitBlocks(text)
    .blocks.flatMap((block) => lexBlock(block, {}))
    .map((token) => token.raw)
    .join("");
  expect(raw.replaceAll(/\s/g, "").length).toBe(text.replaceAll(/\s/g, "").length);
  expect(finishBlock(text).length).toBeLessThan(2 * text.length);
});
