import { choicesOf, isDate, scale, textOf } from "./answers.ts";
import type { ShownQuestion, ShownResponse } from "./read-form.ts";

export interface Count {
  readonly id: string;
  readonly label: string;
  readonly count: number;
}

export interface Tally {
  /** How many responses answer the question. */
  readonly answered: number;
  /** How often each option, date or number was chosen; empty for texts. */
  readonly counts: readonly Count[];
  /** Of a scale; null without an answer. */
  readonly average: number | null;
  /** The answers in words, the newest first; empty for choices. */
  readonly texts: readonly { readonly id: string; readonly text: string; readonly name: string }[];
}

/** What the responses say about one question. Answers that its kind does not know, such as deleted options, do not count. */
export function tallyOf(question: ShownQuestion, responses: readonly ShownResponse[]): Tally {
  const { id, kind, options } = question;
  const given = responses.map((response) => ({ response, chosen: new Set(choicesOf(response.answers[id])) }));
  const none = { counts: [], average: null, texts: [] };
  const countOf = (choice: string) => given.filter(({ chosen }) => chosen.has(choice)).length;

  if (kind === "short" || kind === "long") {
    const texts = responses.flatMap(({ id: key, name, answers }) => {
      const text = textOf(answers[id]).trim();
      return text === "" ? [] : [{ id: key, text, name }];
    });
    return { ...none, answered: texts.length, texts };
  }
  const choices =
    kind === "date"
      ? [...new Set(given.flatMap(({ chosen }) => [...chosen].filter(isDate)))]
          .sort()
          .map((date) => ({ id: date, label: date }))
      : kind === "scale"
        ? scale.map((step) => ({ id: step as string, label: step as string }))
        : options;
  const counts = choices.map((choice) => ({ id: choice.id, label: choice.label, count: countOf(choice.id) }));
  const known = new Set(choices.map((choice) => choice.id));
  const answered = given.filter(({ chosen }) => [...chosen].some((choice) => known.has(choice))).length;
  if (kind !== "scale" || answered === 0) return { ...none, answered, counts };
  const total = counts.reduce((sum, { label, count }) => sum + Number(label) * count, 0);
  return { ...none, answered, counts, average: Math.round((total / answered) * 10) / 10 };
}
