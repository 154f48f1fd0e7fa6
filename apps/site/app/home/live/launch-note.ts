/** The document of the home page as it begins: the words in its HTML are the words that a new room is filled with. */

export interface NoteAuthor {
  /** A person of the demo project, by the first part of their user id. */
  readonly id: string;
  readonly name: string;
  /** Carries white text on both themes. */
  readonly color: string;
}

/** Of the demo project's people: a visitor whose room is new, and the two who wrote the document. */
export const authors = {
  ada: { id: "ada", name: "Ada Moreau", color: "#4f5fcf" },
  ben: { id: "ben", name: "Ben Okafor", color: "#c2412b" },
  grace: { id: "grace", name: "Grace Mensah", color: "#c5376f" },
} as const satisfies Record<string, NoteAuthor>;

/** Who comes by a link to a room of someone else. */
export const guestIds = ["chloe", "dev", "elif", "finn", "hugo"] as const;

/** The words that the comment is about. */
export const commented = "on Tuesday";

/** What the copilot would replace, and with what. */
export const suggested = {
  from: "In order to get started, you will need to open the calendar menu and then choose Share.",
  to: "To start, open the calendar menu and choose Share.",
} as const;

export const noteText = `Shared calendars open to every team ${commented}. Existing calendars stay private until you share them.

${suggested.from}

`;

export const noteComments = [
  { by: authors.ben, text: "Is Tuesday still right?" },
  { by: authors.grace, text: "Yes. The last team moves on Monday." },
] as const;

/** What the scripted user adds at the end, and takes away again. */
export const scriptedSentence = "Guests can see a shared calendar, too.";

/** Longer texts do not belong on a home page. */
export const longestNote = 1_000;
