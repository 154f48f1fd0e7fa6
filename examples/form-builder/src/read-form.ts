import { entriesOf } from "@weft/example-shared/entries-of";
import { inOrder } from "@weft/example-shared/places";
import { fieldsOf, readChoice, readNumber, readPlaceNumber, readText } from "@weft/example-shared/read-values";
import { readVisitor } from "@weft/example-shared/visitor";
import { kinds, longestAnswer, longestLabel, mostOptions, mostQuestions, mostResponses } from "./room-types.ts";
import type { Answers, Option, Question, Response } from "./room-types.ts";

export type ShownOption = Readonly<Option> & { readonly id: string };
export type ShownQuestion = Readonly<Omit<Question, "options">> & {
  readonly id: string;
  readonly options: readonly ShownOption[];
};
export type ShownResponse = Readonly<Response> & { readonly id: string };

export interface Form {
  readonly title: string;
  readonly description: string;
  readonly questions: readonly ShownQuestion[];
  /** The newest first. */
  readonly responses: readonly ShownResponse[];
}

/** The form as a page may show it: any client may store anything in a public room. */
export function readForm(stored: unknown): Form {
  const { title, description, questions, responses } = fieldsOf(stored);
  return {
    title: readText(title, longestLabel),
    description: readText(description, longestLabel),
    questions: inOrder(entriesOf(questions).flatMap(([id, value]) => readQuestion(id, value))).slice(0, mostQuestions),
    responses: entriesOf(responses)
      .flatMap(([id, value]) => readResponse(id, value))
      .toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
      .slice(0, mostResponses),
  };
}

function readQuestion(id: string, value: unknown): ShownQuestion[] {
  const { kind: name, label, isRequired, place, options } = fieldsOf(value);
  const kind = readChoice(name, kinds, null);
  if (kind === null) return [];
  return [
    {
      id,
      kind,
      label: readText(label, longestLabel),
      isRequired: isRequired === true,
      place: readPlaceNumber(place),
      options: inOrder(
        entriesOf(options).flatMap(([key, option]) => {
          const { label: text, place: at } = fieldsOf(option);
          return typeof text === "string"
            ? [{ id: key, label: readText(text, longestLabel), place: readPlaceNumber(at) }]
            : [];
        }),
      ).slice(0, mostOptions),
    },
  ];
}

function readResponse(id: string, value: unknown): ShownResponse[] {
  const { name, at, answers } = fieldsOf(value);
  if (typeof answers !== "object" || answers === null) return [];
  return [
    {
      id,
      name: readVisitor({ name }).name,
      at: readNumber(at, { least: 0, most: 8.64e15, otherwise: 0 }),
      answers: readAnswers(answers),
    },
  ];
}

function readAnswers(value: unknown): Answers {
  return Object.fromEntries(
    entriesOf(value)
      .slice(0, mostQuestions)
      .flatMap(([id, answer]): [string, string | string[]][] => {
        if (typeof answer === "string") return [[id, readText(answer, longestAnswer)]];
        if (!Array.isArray(answer)) return [];
        return [[id, answer.slice(0, mostOptions).filter((one): one is string => typeof one === "string")]];
      }),
  );
}
