import type { LiveObject } from "@weft/client";
import type { Visitor } from "@weft/example-shared";

/** What the form asks for. Every value is text, as in any form; an empty one is not filled in yet. */
export type Answers = {
  title: string;
  date: string;
  guests: string;
  room: string;
  catering: string;
  notes: string;
};

export type FieldName = keyof Answers;

declare global {
  interface Weft {
    Presence: {
      visitor: Visitor;
      /** The field that this person is in. */
      field: FieldName | null;
    };
    Storage: {
      answers: LiveObject<Answers>;
      /** Who submitted the form; an empty text while it is open. */
      submittedBy: string;
    };
  }
}
