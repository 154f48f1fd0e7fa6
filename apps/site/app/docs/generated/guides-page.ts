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
    description: "Task-based guides with complete, working code.",
    keywords: ["how to", "recipes"],
    related: ["/docs/get-started"],
    order: 0,
    body: [
      "Each guide covers one task from start to finish, with complete, working code.",
      "",
      `<TopicFilter topics={${JSON.stringify(topics)}} />`,
      "",
      ...sections,
    ].join("\n"),
  };
}
