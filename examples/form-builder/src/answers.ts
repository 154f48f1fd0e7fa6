import type { ShownQuestion } from "./read-form.ts";
import type { Answers } from "./room-types.ts";

export const scale = ["1", "2", "3", "4", "5"] as const;

type Answer = Answers[string] | undefined;

/** An answer as a text; empty if it is none. */
export function textOf(answer: Answer): string {
  return typeof answer === "string" ? answer : "";
}

/** The chosen options; none if there is no choice. */
export function choicesOf(answer: Answer): readonly string[] {
  if (Array.isArray(answer)) return answer;
  return answer === undefined || answer === "" ? [] : [answer];
}

/** What is wrong with an answer, or null. */
export function problemWith({ kind, isRequired, options }: ShownQuestion, answer: Answer): string | null {
  const chosen = choicesOf(answer).filter((one) => one.trim() !== "");
  if (kind === "single" || kind === "multiple") {
    const known = chosen.filter((id) => options.some((option) => option.id === id));
    // Someone may have deleted the option that was chosen.
    if (isRequired && known.length === 0)
      return kind === "single" ? "Choose an option." : "Choose at least one option.";
    return null;
  }
  if (chosen.length === 0) return isRequired ? "This question is required." : null;
  if (kind === "date" && !isDate(textOf(answer))) return "Enter a date.";
  return null;
}

export function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/u.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The answers to send: those of the questions and options that the form has now. */
export function answersToSend(questions: readonly ShownQuestion[], answers: Answers): Answers {
  const kept: Answers = {};
  for (const { id, kind, options } of questions) {
    const answer = answers[id];
    if (kind === "single" || kind === "multiple") {
      const chosen = choicesOf(answer).filter((choice) => options.some((option) => option.id === choice));
      if (chosen.length > 0) kept[id] = kind === "single" ? chosen[0]! : chosen;
    } else if (textOf(answer).trim() !== "") kept[id] = textOf(answer).trim();
  }
  return kept;
}
