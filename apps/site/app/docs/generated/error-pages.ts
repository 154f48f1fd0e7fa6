import { errors } from "@weft/protocol";
import type { ErrorEntry } from "@weft/protocol";
import type { DocPage, PrintedPage } from "../catalogue/page.ts";
import { operations, referenceOf } from "./operations.ts";

const root = "/docs/errors";
const catalogue = Object.entries<ErrorEntry>(errors);

/** The list of all errors, with a box that finds one by its message. */
export function errorsPage(written: readonly DocPage[]): PrintedPage {
  const pages = written
    .filter(({ route }) => route.startsWith(`${root}/`))
    .toSorted((a, b) => a.order - b.order || a.title.localeCompare(b.title, "en"));
  const rows = [
    ...pages.map(({ route, title, description }) => ({ href: route, title, text: description })),
    ...catalogue.map(([code, { message }]) => ({ href: `${root}/${code}`, title: code, text: message })),
  ];
  return {
    route: root,
    title: "Errors",
    description: "Find an error by its code or its message, and what to do about it.",
    keywords: ["error codes", "exceptions"],
    related: ["/docs/platform/troubleshooting", "/docs/api-reference/rest-api-endpoints"],
    order: 0,
    body: [
      "Paste a message, or a part of it, and read on where it leads.",
      "",
      `<ErrorFinder rows={${JSON.stringify(rows)}} />`,
      "",
      "## What an error looks like",
      "",
      "An HTTP error is a JSON object with four texts. `docs` is the address of the page of its code.",
      "",
      "```json",
      JSON.stringify(
        {
          error: "ROOM_NOT_FOUND",
          message: errors.ROOM_NOT_FOUND.message,
          suggestion: errors.ROOM_NOT_FOUND.suggestion,
          docs: `{{SERVER_URL}}${root}/ROOM_NOT_FOUND`,
        },
        null,
        2,
      ),
      "```",
      "",
      "A socket that is refused or ended is closed with a code; the close reason is the message.",
      "",
      "## Status and close codes",
      "",
      "| Code | HTTP status | Close code |",
      "| --- | --: | --: |",
      ...catalogue.map(([code, { status, close }]) => `| [${code}](${root}/${code}) | ${status} | ${close ?? ""} |`),
      "",
    ].join("\n"),
  };
}

/** A page for each code of the catalogue: where the `docs` of an error body leads. */
export function errorCodePages(): readonly PrintedPage[] {
  return catalogue.map(([code, { status, close, message, suggestion, explain }]) => {
    const calls = operations.filter((operation) => operation.errors.some((error) => error.code === code));
    // A code that nearly every call can answer says nothing by a list of them.
    const everywhere = calls.length > operations.length / 2;
    const body = [
      message,
      "",
      "## What happened",
      "",
      `A call was answered with HTTP status ${status}${close === undefined ? "" : `, or a socket closed with code ${close}`}.`,
      "",
      "```json",
      JSON.stringify(
        { error: code, message, suggestion: suggestion ?? "", docs: `{{SERVER_URL}}${root}/${code}` },
        null,
        2,
      ),
      "```",
      "",
      "## Why",
      "",
      explain,
      "",
      "## Fix",
      "",
      suggestion ?? "There is nothing to do: clients go on by themselves.",
      "",
    ];
    if (everywhere)
      body.push(
        "## Where it comes from",
        "",
        "Most calls of the [REST API](/docs/api-reference/rest-api-endpoints).",
        "",
      );
    else if (calls.length > 0)
      body.push(
        "## Where it comes from",
        "",
        ...calls.map((call) => `- [${call.summary}](${referenceOf(call)}), \`${call.method} ${call.path}\``),
        "",
      );
    return {
      route: `${root}/${code}`,
      title: code,
      description: message,
      section: "Error codes",
      keywords: [String(status), ...(close === undefined ? [] : [String(close)])],
      related: [root, "/docs/platform/troubleshooting"],
      body: body.join("\n"),
    };
  });
}
