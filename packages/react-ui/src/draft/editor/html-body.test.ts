// @vitest-environment jsdom
import { expect, test } from "vitest";
import { bodyOfHtml } from "./html-body.ts";

const paragraph = (...children: readonly object[]) => ({ type: "paragraph", children });

test.each([
  ["<p>One</p>\n<p>Two</p>", [paragraph({ text: "One" }), paragraph({ text: "Two" })]],
  ["One<br>Two<br><br>Three", ["One", "Two", "", "Three"].map((text) => paragraph({ text }))],
  ["<pre>a\n  b</pre>", [paragraph({ text: "a" }), paragraph({ text: "  b" })]],
  [
    "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
    [paragraph({ text: "ab" }), paragraph({ text: "c" })],
  ],
])("[UI54] keeps the lines of %j", (html, content) => {
  expect(bodyOfHtml(html).content).toEqual(content);
});

test("[UI54] keeps marks, also those of word processors, and leaves out others", () => {
  const html = `<b style="font-weight:normal"><span style="font-weight:700">a</span><span style="font-style:italic">b</span><del>c</del><kbd>d</kbd><u>e</u></b>`;
  expect(bodyOfHtml(html).content).toEqual([
    paragraph(
      { text: "a", bold: true },
      { text: "b", italic: true },
      { text: "c", strikethrough: true },
      { text: "d", code: true },
      { text: "e" },
    ),
  ]);
});

test("[UI54] a link with marks in it is one link, and one that runs a script is text", () => {
  const html = `<a href="https://a.example/x">a <b>b</b></a> <a href="javascript:alert(1)">c</a><img src="x" onerror="alert(1)">`;
  expect(bodyOfHtml(html).content).toEqual([
    paragraph({ type: "link", url: "https://a.example/x", text: "a b" }, { text: " c" }),
  ]);
});

test("[UI54] scripts, styles and white space between elements are left out", () => {
  expect(bodyOfHtml("<style>p{}</style>\n <div>\n <p> a\n b </p>\n</div><script>x</script>").content).toEqual([
    paragraph({ text: "a b" }),
  ]);
  expect(bodyOfHtml("<div>\n</div>").content).toEqual([]);
});
