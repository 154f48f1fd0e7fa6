import { expect, test } from "vitest";
import { contextItems } from "./context-items.ts";

const page = {
  now: new Date("2026-05-02T10:00:00.000Z"),
  timeZone: "Europe/Berlin",
  socialLinks: [{ name: "GitHub", href: "https://github.com/weft" }],
  pathname: "/docs/concepts/rooms",
  title: "Rooms",
  theme: "system",
  palette: "dark",
  language: "de-DE",
};

test("the assistant receives the date, social links, the path and title, the theme, and the language", () => {
  expect(contextItems(page).map(({ value }) => value)).toEqual([
    "2026-05-02T10:00:00.000Z (Europe/Berlin)",
    [{ name: "GitHub", href: "https://github.com/weft" }],
    "/docs/concepts/rooms",
    "Rooms",
    { theme: "system", shown: "dark" },
    "de-DE",
  ]);
});

test("on dashboard pages, it receives the ids of the team and the project", () => {
  const last = (pathname: string) => contextItems({ ...page, pathname }).at(-1)!.value;
  expect(last("/dashboard/team_1")).toEqual({ teamId: "team_1", projectId: null });
  expect(last("/dashboard/team_1/projects/proj_2/rooms")).toEqual({ teamId: "team_1", projectId: "proj_2" });
  expect(last("/dashboard/account")).toBe("de-DE");
});
