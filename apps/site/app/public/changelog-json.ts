import { readChangelog } from "./written.server.tsx";

/** `/changelog/entries.json`: every entry, newest first, as `GET /internal/changelogs` chooses from. */
export function loader() {
  return Response.json(
    readChangelog().map(({ id, title, date, areas, summary, html, href }) => ({
      id,
      title,
      date,
      areas,
      summary,
      body: html,
      href,
    })),
  );
}
