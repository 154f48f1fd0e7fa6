import type { LiveMap, LiveObject } from "@weft/client";
import type { Visitor } from "@weft/example-shared";

export const kinds = ["short", "long", "single", "multiple", "date", "scale"] as const;
export type Kind = (typeof kinds)[number];

export const kindNames: Readonly<Record<Kind, string>> = {
  short: "Short text",
  long: "Long text",
  single: "Single choice",
  multiple: "Multiple choice",
  date: "Date",
  scale: "Scale from 1 to 5",
};

/** An option has an ID, so that it can be renamed without losing the answers that name it. */
export type Option = { label: string; place: number };

export type Question = {
  kind: Kind;
  label: string;
  isRequired: boolean;
  /** Questions are in ascending order of this number. */
  place: number;
  /** The options of choices. Other kinds keep theirs, in case the kind is changed back. */
  options: LiveMap<string, LiveObject<Option>>;
};

/** By question ID: a text, or the IDs of the chosen options. Responses are plain values, which no one edits. */
export type Answers = Record<string, string | string[]>;

export type Response = { name: string; at: number; answers: Answers };

export const tabs = { edit: "Edit", fillIn: "Fill in", results: "Results" } as const;
export type Tab = keyof typeof tabs;

export const longestLabel = 200;
export const longestAnswer = 2_000;
export const mostQuestions = 50;
export const mostOptions = 20;
export const mostResponses = 500;

declare global {
  interface Weft {
    Presence: {
      visitor: Visitor;
      tab: Tab;
      /** The question that this person is editing. */
      question: string | null;
    };
    Storage: {
      title: string;
      description: string;
      questions: LiveMap<string, LiveObject<Question>>;
      responses: LiveMap<string, Response>;
    };
  }
}
