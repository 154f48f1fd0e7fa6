import { errorExplanations, errors } from "@weft/protocol";
import type { ErrorCode, ErrorEntry } from "@weft/protocol";
import type { DocPage, PrintedPage } from "../catalogue/page.ts";
import { operations, referenceOf } from "./operations.ts";

const root = "/docs/errors";
const catalogue = Object.entries(errors) as [ErrorCode, ErrorEntry][];

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
    description: "Look up an error by its code or message, with its cause and fix.",
    keywords: ["error codes", "exceptions"],
    related: ["/docs/platform/troubleshooting", "/docs/api-reference/rest-api-endpoints"],
    order: 0,
    body: [
      "Enter an error code, a message or a part of a message.",
      "",
      `<ErrorFinder rows={${JSON.stringify(rows)}} />`,
      "",
      "## What an error looks like",
      "",
      "An HTTP error is a JSON object with four strings. `docs` is the URL of the error code's page.",
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
      "When the server refuses or ends a WebSocket connection, it sends a close code. The close reason is the message.",
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
  return catalogue.map(([code, { status, close, message, suggestion }]) => {
    const calls = operations.filter((operation) => operation.errors.some((error) => error.code === code));
    // A code that nearly every call can answer says nothing by a list of them.
    const everywhere = calls.length > operations.length / 2;
    const body = [
      message,
      "",
      "## What happened",
      "",
      `The server responded with HTTP status ${status}${close === undefined ? "" : `, or closed the WebSocket with code ${close}`}.`,
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
      errorExplanations[code],
      "",
      "## Fix",
      "",
      suggestion ?? "No action is needed. Clients recover automatically.",
      "",
    ];
    if (everywhere)
      body.push(
        "## Endpoints",
        "",
        "Most endpoints of the [REST API](/docs/api-reference/rest-api-endpoints) can return this error.",
        "",
      );
    else if (calls.length > 0)
      body.push(
        "## Endpoints",
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
