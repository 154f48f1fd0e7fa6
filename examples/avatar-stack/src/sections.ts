export interface Section {
  readonly id: string;
  readonly title: string;
  readonly text: readonly string[];
}

/** The page that people read together. */
export const sections: readonly Section[] = [
  {
    id: "summary",
    title: "Summary",
    text: [
      "We move the customer portal to the new design system in three steps. Each step is useful on its own, and each can be rolled back.",
      "The first step ships in March. Nothing changes for customers who use the API.",
    ],
  },
  {
    id: "goals",
    title: "Goals",
    text: [
      "Pages load in under a second on a phone. Forms keep what was typed when the connection drops. Every screen works with a keyboard.",
      "We measure all three before and after, with the same devices and the same network.",
    ],
  },
  {
    id: "plan",
    title: "Plan",
    text: [
      "Step one replaces navigation and account settings. Step two replaces orders and invoices. Step three removes the old style sheets.",
      "Each step runs behind a flag for two weeks, first for the team, then for one in ten customers.",
    ],
  },
  {
    id: "questions",
    title: "Open questions",
    text: [
      "Do we keep the printed invoice as it is? Finance decides by the end of the month.",
      "Which languages do we test by hand? The last release had two reports about German line breaks.",
    ],
  },
];

export function titleOf(id: string): string {
  return sections.find((section) => section.id === id)?.title ?? "another page";
}
