import { expect, test } from "vitest";
import { addressOfRefresh, robotsDirectives } from "./page-directives.ts";

const none = { noIndex: false, noFollow: false };

test.for([
  ["noindex", { noIndex: true, noFollow: false }],
  ["NOINDEX , NoFollow", { noIndex: true, noFollow: true }],
  ["none", { noIndex: true, noFollow: true }],
  ["nofollow", { noIndex: false, noFollow: true }],
  ["", none],
  ["all", none],
  ["index, follow", none],
  ["otherbot: noindex", none],
  ["googlebot: noindex, nofollow", none],
  ["googlebot:none", none],
  ["weft: noindex", { noIndex: true, noFollow: false }],
  ["Weft: none", { noIndex: true, noFollow: true }],
  ["*: noindex", { noIndex: true, noFollow: false }],
  ["otherbot: noindex, weft: nofollow", { noIndex: false, noFollow: true }],
  ["otherbot: noindex\nnofollow", { noIndex: false, noFollow: true }],
  ["index, max-image-preview:none", none],
  ["max-image-preview: none, max-snippet:-1, max-video-preview:0", none],
  ["unavailable_after: 25 Jun 2030 15:00:00 PST", none],
  ["max-snippet:20, noindex", { noIndex: true, noFollow: false }],
  ["noindexing, nonexistent, x-noindex", none],
  ["noarchive, nosnippet, noimageindex, notranslate", none],
] as const)("[KN5] the directives %j are read", ([text, expected]) => {
  expect(robotsDirectives(text, "Weft")).toEqual(expected);
});

test.for([
  ["0; url=/next", "/next"],
  ["0;URL='https://a.example/?a=1;b=2'", "https://a.example/?a=1;b=2"],
  ['1.5 , url = "/next" ', "/next"],
  ["0 /next", "/next"],
  ["5", undefined],
  ["300; url=/next", undefined],
  ["url=/next", undefined],
  ["", undefined],
] as const)("a refresh by %j leads to %j", ([text, address]) => {
  expect(addressOfRefresh(text)).toBe(address);
});
