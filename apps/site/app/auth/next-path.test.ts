import { expect, test } from "vitest";
import { keepNext, mailedNext, nextPath } from "./next-path.ts";

const origin = "https://weft.example";

test.for([
  [undefined, "/dashboard"],
  ["/docs/rooms?x=1#create", "/docs/rooms?x=1#create"],
  ["/dashboard/team_1/members", "/dashboard/team_1/members"],
  ["https://evil.example/", "/dashboard"],
  ["//evil.example/docs", "/dashboard"],
  ["/\\evil.example", "/dashboard"],
  ["/.//evil.example", "/dashboard"],
  ["/docs/..//evil.example", "/dashboard"],
  ["/\t/evil.example", "/dashboard"],
  ["javascript:alert(1)", "/dashboard"],
  ["docs", "/dashboard"],
  ["/sign-in?next=/docs", "/dashboard"],
  ["/sign-out", "/dashboard"],
  ["/docs/../sign-out", "/dashboard"],
] as const)("after a sign-in, ?next=%s leads to %s", ([next, path]) => {
  const search = new URLSearchParams(next === undefined ? {} : { next });
  expect(nextPath(search, origin)).toBe(path);
});

test("an email's link continues to the page that its reader had requested, if any", () => {
  expect(mailedNext(new URLSearchParams({ next: "/accept-invitation/abc" }), origin)).toBe("/accept-invitation/abc");
  expect(mailedNext(new URLSearchParams({ next: "//evil.example" }), origin)).toBe("/dashboard");
  expect(mailedNext(new URLSearchParams(), origin)).toBeUndefined();
});

test("the return path is kept between the sign-in pages", () => {
  expect(keepNext("/sign-up", new URLSearchParams({ next: "/docs?a=b" }))).toBe("/sign-up?next=%2Fdocs%3Fa%3Db");
  expect(keepNext("/sign-up", new URLSearchParams())).toBe("/sign-up");
});
