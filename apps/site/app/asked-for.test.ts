/**
 * What was asked of the site, line by line, and the test that holds each line. A line whose test was renamed or removed
 * fails here; lines that wait for the assistant, the AI guides or other later parts are named with what they wait for.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const here = "apps/site/app/";
const read = (file: string) => readFileSync(root + file, "utf8");

/** The line, the file of its test, and words of the test's title (or of its table). */
type Held = readonly [line: string, file: string, words: string];

const held: readonly Held[] = [
  // Screens and routes
  [
    "search opens by Cmd+K on Mac and Ctrl+K elsewhere, and by a button",
    "e2e/site-search.test.ts",
    "a typing error still leads to the heading",
  ],
  [
    "the search input's placeholder is Search…, with a close button and hints",
    "e2e/site-search.test.ts",
    "arrows go round, Home and End go to the ends",
  ],
  ["accountId and projectId are read from the current path", `${here}search/route-params.test.ts`, "%s holds %j"],
  ["dashboard destinations of team and project", `${here}search/search.test.ts`, "worked examples"],
  ["docs destinations", `${here}search/suggestions.test.ts`, "signed out: the docs alone"],
  [
    "the tutorial's eleven chapters, its two windows, its check and what it keeps",
    "e2e/tutorial.test.ts",
    "every chapter is not done as it begins, and is done with its solution",
  ],
  [
    "/dashboard, team and project paths, billing and default billing",
    "e2e/every-page.test.ts",
    "no page of the dashboard has anything for axe",
  ],
  [
    "/docs, /docs/api-reference, /examples, contact and support pages",
    "e2e/every-page.test.ts",
    "no page that anybody may read has anything for axe",
  ],
  [
    "feedback: message, email only for signed-out users, Feedback sent, Thank you for your feedback.",
    "e2e/site-forms.test.ts",
    "feedback of a visitor has an address and no name",
  ],
  [
    "support: first name, last name, email, message, hidden honeypot, Message sent",
    "e2e/site-forms.test.ts",
    "support is written to when email and message are there",
  ],
  [
    "create team and create project lead to the new page",
    "e2e/site-forms.test.ts",
    "a team is named by the rules for names, and leads to its page",
  ],
  [
    "the usage display is for plans Free and Pro_2024_05",
    `${here}usage/usage-measures.test.ts`,
    "the plan %s is drawn as meters: %s",
  ],

  // Entities
  ["a team without a name is an Unnamed team", `${here}formats/team-name.test.ts`, "is an Unnamed team"],
  [
    "a user's display name is first plus last name, or the part of the email before the @",
    `${here}shell/display-name.test.ts`,
    "is called",
  ],
  [
    "a search item has title, href, path, keywords, context, priority",
    `${here}search/search.test.ts`,
    "a page that is an entrance and in the index is one result",
  ],
  ["the support payload", `${here}forms/support.test.ts`, "what the form lets through the server takes"],
  [
    "the sales payload, with hasBookedMeeting false and an empty extra field",
    `${here}forms/sales.test.ts`,
    "a whole form is sent as the server takes it",
  ],
  ["the feedback payload", `${here}forms/feedback.test.ts`, "a signed-in user is named; anyone else is Unknown"],
  ["avatars: six sizes, initials, squared for teams", `${here}ui/avatar-face.test.ts`, "the initials of %j are %j"],
  ["themes light, dark, system", "e2e/every-page.test.ts", "in both themes"],

  // States
  [
    "forms go none, submitting, success or error; closing returns to none",
    `${here}forms/form-state.test.ts`,
    "closing what came of it returns to none",
  ],
  [
    "closing the error of a feedback clears the message",
    "e2e/site-forms.test.ts",
    "closing an error clears the message",
  ],
  [
    "meter colours: danger, warning at 80 percent, brand; pay-as-you-go on Pro_2024_05",
    `${here}usage/meter.test.ts`,
    "%i used of %i is %s percent",
  ],

  // Validation
  [
    "team and project names: required, length, letters; default dev and no region",
    `${here}forms/display-name.test.ts`,
    "the name of a %s",
  ],
  ["messages: not empty, at most 1000 characters", `${here}forms/message.test.ts`, "length is counted as typed"],
  [
    "sizes of companies and roles",
    `${here}forms/support.test.ts`,
    "sizes and roles of companies are those that the server knows",
  ],
  [
    "the support page's button is off without email or message, or with a filled honeypot",
    `${here}forms/support.test.ts`,
    "with %s",
  ],
  ["signed-out feedback is sent with the name Unknown", `${here}forms/feedback.test.ts`, "anyone else is Unknown"],
  ["search is lowercased and matches titles, keywords and breadcrumbs", `${here}search/search.test.ts`, "%s in %s"],
  [
    "team and project names are searched from two characters",
    `${here}search/search.test.ts`,
    "one character lists no team and no project; two do",
  ],

  // Roles
  ["signed-out visitors have search and docs", `${here}search/suggestions.test.ts`, "signed out: the docs alone"],
  [
    "internal staff is known by an email on the company domain",
    "packages/server/src/site/roles.test.ts",
    "lets in whom its role says",
  ],

  // Calls
  [
    "contact, feedback, accounts summary, create account and project: the server takes what the site sends",
    "packages/server/src/site/roles.test.ts",
    "every call that is declared is answered, once",
  ],
  [
    "the generic loader's message: An error occurred while fetching the data.",
    `${here}api/send.test.ts`,
    "an error says what the server said",
  ],

  // Calls whose callers wait for the assistant
  [
    "GET blog posts by slugs, limit, tags and category; GET changelogs by ids and limit",
    "packages/server/src/site/content-routes.test.ts",
    "posts and entries are chosen by what the query names",
  ],

  // Constants
  [
    "five results, three suggestions, threshold 0.3, weights 50, 1 and 0.5, API Reference first",
    `${here}search/search.test.ts`,
    "worked examples",
  ],
  [
    "date groups: Today, Yesterday, Nd, Nw, Nmo ago",
    `${here}formats/relative-day.test.ts`,
    "%i calendar days ago reads %s",
  ],
  ["byte formats: KB, MB, GB with one decimal", `${here}formats/bytes.test.ts`, "%i bytes read %s"],
  [
    "the displayed percentage is at least 1 when anything is used",
    `${here}usage/meter.test.ts`,
    "%i used of %i is %s percent",
  ],
];

/** Strings that must stand on the site byte for byte, and where. */
const strings: readonly (readonly [text: string, file: string])[] = [
  ["Search…", "search/search-dialog.tsx"],
  ["Sign in", "shell/account-area.tsx"],
  ["Sign up", "shell/account-area.tsx"],
  ["Feedback sent", "forms/feedback-dialog.tsx"],
  ["Thank you for your feedback.", "forms/feedback-dialog.tsx"],
  ["Your message couldn't be sent", "forms/feedback-dialog.tsx"],
  ["Your message couldn't be sent.", "forms/support-form.tsx"],
  ["Message sent", "forms/support-form.tsx"],
  ["Unnamed team", "formats/team-name.ts"],
  ["Unknown", "forms/feedback.ts"],
  ["Invalid characters", "forms/display-name.ts"],
  ["Failed to create ${what}. Please try again.", "forms/creation-failure.tsx"],
  ["An error occurred while fetching the data.", "ui/error-state.tsx"],
];

const later: Readonly<Record<string, string>> = {
  "the AI assistant panel, its views, sizes, tools, form stages and cancel texts": "the assistant",
  "the date groups of chats, Untitled, No chats yet., Error loading chats": "the assistant",
  "fetch-blog-posts, fetch-changelogs, get-docs-links and the other tools": "the assistant",
  "the HEAD check before navigating, as the navigation tool's": "the assistant (the server answers it already)",
  "create-permanent-guide and /docs/guides/ai/{slug}": "AI guides",
  "destinations AI copilots, notifications, webhooks": "the parts that bring their data",
  "attachments, comments, notifications and copilot messages counted above zero": "the parts that bring their data",
};

describe("every line that was asked for has a test", () => {
  test.for(held)("%s", ([, file, words]) => {
    expect(read(file)).toContain(words);
  });
});

describe("fixed strings stand where they are said", () => {
  test.for(strings)("“%s” in %s", ([text, file]) => {
    expect(read(here + file).replaceAll("’", "'")).toContain(text);
  });
});

test("what waits says for what", () => {
  for (const [line, reason] of Object.entries(later)) console.log(`waits for ${reason}: ${line}`);
  expect(Object.values(later).every((reason) => reason !== "")).toBe(true);
});
