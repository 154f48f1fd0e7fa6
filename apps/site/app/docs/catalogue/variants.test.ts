import { expect, test } from "vitest";
import { variantsOf } from "./variants.ts";

const start = "/docs/get-started";
const token = "/docs/authentication/access-token";
const routes = [
  ...["react", "nextjs", "vuejs", "redux", "react-tiptap", "nextjs-tiptap", "yjs-tiptap-svelte", "react-comments"].map(
    (slug) => `${start}/${slug}`,
  ),
  `${token}/express`,
  `${token}/nextjs`,
  "/docs/authentication/id-token/nextjs",
];

test.for([
  [`${start}/react`, ["React", "Next.js", "Vue"]],
  [`${start}/yjs-tiptap-svelte`, ["React", "Next.js", "Svelte"]],
  [`${token}/nextjs`, ["Next.js", "Express"]],
  [`${start}/redux`, []],
  [`${start}/react-comments`, []],
  ["/docs/rooms", []],
] as const)("%s is there for %j", ([route, frameworks]) => {
  expect(variantsOf(route, routes).map(({ framework }) => framework)).toEqual(frameworks);
});
