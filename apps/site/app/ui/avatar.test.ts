import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Avatar } from "./avatar.tsx";
import type { AvatarProps } from "./avatar.tsx";

const drawn = (props: Partial<AvatarProps>) =>
  renderToStaticMarkup(createElement(Avatar, { id: "user_1", name: "Ada Lovelace", ...props }));

test("an avatar has one of six sizes", () => {
  const width = (markup: string) => Number(/width:(\d+)px/.exec(markup)?.[1]);
  const widths = (["xs", "sm", "md", "lg", "xl", "xxl"] as const).map((size) => width(drawn({ size })));
  expect(widths).toEqual([16, 20, 24, 32, 40, 64]);
  expect(width(drawn({}))).toBe(24);
});

test("an avatar shows its image, or initials without one", () => {
  expect(drawn({})).toContain(">AL<");
  const pictured = drawn({ image: "data:image/png;base64,AA==" });
  expect(pictured).toContain('src="data:image/png;base64,AA=="');
  expect(pictured).not.toContain(">AL<");
});

test("avatars of people are round, and those of teams have corners", () => {
  expect(drawn({})).toContain("rounded-full");
  for (const size of ["xs", "xxl"] as const) expect(drawn({ team: true, size })).not.toContain("rounded-full");
});
