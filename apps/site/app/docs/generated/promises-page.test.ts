import { expect, test } from "vitest";
import listed from "../../../content/promises.json" with { type: "json" };
import { headingsOf } from "../mdx/headings.ts";
import { parseMdx } from "../mdx/parse.ts";
import { promisesPage } from "./promises-page.ts";

const { body } = promisesPage();

test("every promise is a section with its number as the anchor", () => {
  const ids = headingsOf(parseMdx(body)).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(listed.promises.map(({ number }) => number.toLowerCase())));
});

test("a section says what is promised, what is not, and which tests hold it", () => {
  const section = body.slice(body.indexOf("[#g1]"), body.indexOf("[#g2]"));
  expect(section).toContain("A sender that got its op back");
  expect(section).toContain("**Not promised:** to survive a lost disk beyond the last backup.");
  expect(section).toContain("**Tests:** R3, R4, RM1, RS3.");
  // The title begins the sentence of this one.
  expect(body).toContain("Presence and events arrive at most once");
});
