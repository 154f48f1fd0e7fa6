import type { Answers, FieldName } from "./room-types.ts";

export interface Field {
  readonly name: FieldName;
  readonly label: string;
  readonly kind: "text" | "date" | "number" | "textarea" | readonly string[];
  readonly isOptional?: boolean;
}

export const fields: readonly Field[] = [
  { name: "title", label: "Event", kind: "text" },
  { name: "date", label: "Date", kind: "date" },
  { name: "guests", label: "Number of guests", kind: "number" },
  { name: "room", label: "Room", kind: ["Library", "Garden hall", "Studio"] },
  { name: "catering", label: "Catering", kind: ["None", "Coffee and tea", "Lunch", "Dinner"] },
  { name: "notes", label: "Notes", kind: "textarea", isOptional: true },
];

/** What a new form begins with. */
export const sampleAnswers: Answers = {
  title: "Design review with the Lisbon team",
  date: "2027-03-18",
  guests: "24",
  room: "Garden hall",
  catering: "",
  notes: "",
};

export const mostGuests = 120;

/** What is wrong with an answer, or null. */
export function problemWith({ name, isOptional = false }: Field, value: string): string | null {
  if (value.trim() === "") return isOptional ? null : "This field is required.";
  if (name === "guests" && !(Number.isInteger(Number(value)) && Number(value) >= 1 && Number(value) <= mostGuests))
    return `Enter a number from 1 to ${mostGuests}.`;
  return null;
}

/** The answers as a form may show them. Any client may store anything in a public room. */
export function readAnswers(value: unknown): Answers {
  const stored = (typeof value === "object" && value !== null ? value : {}) as Partial<Record<string, unknown>>;
  const of = (name: FieldName) => (typeof stored[name] === "string" ? stored[name] : "");
  return {
    title: of("title"),
    date: of("date"),
    guests: of("guests"),
    room: of("room"),
    catering: of("catering"),
    notes: of("notes"),
  };
}
