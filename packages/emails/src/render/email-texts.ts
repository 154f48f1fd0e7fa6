/** The words of ready-made emails. */

/** What a sentence about a thread is made of. Names are as the application gave them. */
export interface EmailTextArgs {
  /** Names of the authors, each once, in the order of their comments. */
  readonly authors: readonly string[];
  /** How many comments are unread. */
  readonly count: number;
  /** The name of the room. */
  readonly room: string;
}

/** Every text of the emails. Give your own in another language, or for some of them. */
export interface EmailTexts {
  readonly unreadMentionSubject: (args: EmailTextArgs) => string;
  readonly unreadRepliesSubject: (args: EmailTextArgs) => string;
  readonly textMentionSubject: (args: EmailTextArgs) => string;
  readonly unreadMentionTitle: (args: EmailTextArgs) => string;
  readonly unreadRepliesTitle: (args: EmailTextArgs) => string;
  readonly textMentionTitle: (args: EmailTextArgs) => string;
  /** On the button that leads to the comment. */
  readonly openComment: string;
  /** On the button that leads to the room of a text. */
  readonly openRoom: string;
  /** Under the comments, if there are more than the email shows. */
  readonly more: (count: number) => string;
  /** Why the reader has received the email. */
  readonly reason: string;
  /** On the link to the reader's settings. */
  readonly settings: string;
}

/** Names as a list in English: one, two, or the first and how many others. */
function listed(names: readonly string[]): string {
  const [first = "Someone", second, ...others] = names;
  if (second === undefined) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} others`;
}

const comments = (count: number) => (count === 1 ? "1 comment" : `${count} comments`);

/** The texts in English, which stand where an application gives no others. */
export const englishTexts: EmailTexts = {
  unreadMentionSubject: ({ authors, room }) => `${listed(authors)} mentioned you in ${room}`,
  unreadRepliesSubject: ({ authors, room }) => `${listed(authors)} commented in ${room}`,
  textMentionSubject: ({ authors, room }) => `${listed(authors)} mentioned you in ${room}`,
  unreadMentionTitle: ({ authors, room }) => `${listed(authors)} mentioned you in a comment in ${room}`,
  unreadRepliesTitle: ({ count, room }) => `${comments(count)} that you have not read in ${room}`,
  textMentionTitle: ({ authors, room }) => `${listed(authors)} mentioned you in ${room}`,
  openComment: "View comment",
  openRoom: "Open",
  more: (count) => `and ${comments(count)} more`,
  reason: "You receive this email because you take part in this conversation or were mentioned.",
  settings: "Change what you are notified about",
};
