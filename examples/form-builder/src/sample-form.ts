import { LiveMap, LiveObject } from "@weft/client";
import type { Kind, Question, Response } from "./room-types.ts";

interface SampleQuestion {
  readonly kind: Kind;
  readonly label: string;
  readonly isRequired?: boolean;
  readonly options?: readonly string[];
}

const sampleQuestions: Readonly<Record<string, SampleQuestion>> = {
  role: { kind: "short", label: "What is your role?" },
  days: {
    kind: "single",
    label: "Which day suits you?",
    isRequired: true,
    options: ["Tuesday", "Wednesday", "Thursday"],
  },
  topics: {
    kind: "multiple",
    label: "What would you like to discuss?",
    options: ["Roadmap", "Hiring", "Customer feedback"],
  },
  rating: { kind: "scale", label: "How useful was the last offsite?", isRequired: true },
};

const sampleResponses: readonly Response[] = [
  {
    name: "Calm Heron",
    at: 1,
    answers: { role: "Designer", days: "days-1", topics: ["topics-0", "topics-2"], rating: "4" },
  },
  { name: "Swift Otter", at: 2, answers: { role: "Engineer", days: "days-0", topics: ["topics-0"], rating: "5" } },
  { name: "Jolly Wren", at: 3, answers: { role: "Support", days: "days-1", topics: ["topics-2"], rating: "3" } },
];

/** What a new form begins with. `hasResponses`: a preview shows results from the start. */
export function newForm(hasResponses: boolean): Weft["Storage"] {
  const now = Date.now();
  return {
    title: "Team offsite",
    description: "Help us plan the two days in May.",
    questions: new LiveMap(
      Object.entries(sampleQuestions).map(([id, question], index) => [id, newQuestion(id, question, index + 1)]),
    ),
    responses: new LiveMap(
      (hasResponses ? sampleResponses : []).map((response, index) => [
        `sample-${index}`,
        { ...response, at: now - response.at * 3_600_000 },
      ]),
    ),
  };
}

function newQuestion(id: string, { kind, label, isRequired = false, options = [] }: SampleQuestion, place: number) {
  return new LiveObject<Question>({
    kind,
    label,
    isRequired,
    place,
    options: new LiveMap(
      options.map((option, index) => [`${id}-${index}`, new LiveObject({ label: option, place: index + 1 })]),
    ),
  });
}
