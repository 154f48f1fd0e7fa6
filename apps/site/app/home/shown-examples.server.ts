import { examples, findExample } from "../examples/catalogue.ts";

/** One example of each kind, in the order of the page; all are in the gallery. */
const shown = [
  "live-cursors",
  "kanban",
  "whiteboard",
  "rich-text",
  "text-comments",
  "notification-centre",
  "ai-board",
  "spreadsheet",
];

/** What the home page shows of the gallery. Read when the site is built, so that the page does not load the whole catalogue. */
export function shownExamples() {
  const cards = shown.map((example) => {
    const found = findExample(example);
    if (found === undefined) throw new Error(`The gallery has no example ${example}.`);
    const { name, title, line } = found;
    return { name, title, line };
  });
  return { cards, count: examples.length };
}
