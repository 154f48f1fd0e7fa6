import { guideTopics, topicOf } from "../catalogue/guide-topics.ts";
import type { DocPage, PrintedPage } from "../catalogue/page.ts";

/** The index of the guides, with a filter by topic. */
export function guidesPage(written: readonly DocPage[]): PrintedPage {
  const guides = written.filter(({ route }) => route.startsWith("/docs/guides/"));
  const sections = guideTopics.flatMap((topic) => {
    const members = guides.filter(({ route }) => topicOf(route) === topic);
    if (members.length === 0) return [];
    return [
      `<Topic name=${JSON.stringify(topic)}>`,
      "",
      `## ${topic}`,
      "",
      "<Cards>",
      ...members
        .toSorted((a, b) => a.order - b.order || a.title.localeCompare(b.title, "en"))
        .map(
          ({ route, title, description }) =>
            `<Card href="${route}" title={${JSON.stringify(title)}}>\n{${JSON.stringify(description)}}\n</Card>`,
        ),
      "</Cards>",
      "",
      "</Topic>",
      "",
    ];
  });
  const topics = guideTopics.filter((topic) => guides.some(({ route }) => topicOf(route) === topic));
  return {
    route: "/docs/guides",
    title: "Guides",
    description: "One task each, from the first line to code that runs.",
    keywords: ["how to", "recipes"],
    related: ["/docs/get-started"],
    order: 0,
    body: [
      "Do one thing from start to end, with code that runs as it stands.",
      "",
      `<TopicFilter topics={${JSON.stringify(topics)}} />`,
      "",
      ...sections,
    ].join("\n"),
  };
}
