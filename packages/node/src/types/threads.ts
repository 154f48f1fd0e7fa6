/** Threads and comments, as methods take and answer them. */
import type { BaseMetadata, AppCommentMetadata, AppThreadMetadata } from "@weft/client";
import type { OptionalUnlessRequired } from "./app-types.ts";

/** A change of metadata. `null` removes an entry, where entries are optional. */
export type Patchable<M> = { [K in keyof M]?: undefined extends M[K] ? M[K] | null : M[K] };

/** Who may read a thread: everyone in the room, or users with access to private comments. */
export type ThreadVisibility = "public" | "private";

/** Text in a comment, with its marks. */
export interface CommentBodyText {
  bold?: boolean;
  italic?: boolean;
  strikethrough?: boolean;
  code?: boolean;
  text: string;
  type?: never;
  kind?: never;
  id?: never;
  userIds?: never;
  url?: never;
}

/** A link in a comment. Its text is the URL unless given. */
export interface CommentBodyLink {
  type: "link";
  url: string;
  text?: string;
}

/** A mention of a user, or of a group. */
export type CommentBodyMention =
  | { type: "mention"; kind: "user"; id: string; userIds?: never }
  | { type: "mention"; kind: "group"; id: string; userIds?: string[] };

/** A part of a paragraph: text, a mention or a link. */
export type CommentBodyInlineElement = CommentBodyText | CommentBodyMention | CommentBodyLink;

/** A paragraph of a comment. */
export interface CommentBodyParagraph {
  type: "paragraph";
  children: CommentBodyInlineElement[];
}

export type CommentBodyBlockElement = CommentBodyParagraph;
/** Any part of a comment's text. */
export type CommentBodyElement = CommentBodyBlockElement | CommentBodyInlineElement;

/** The text of a comment: paragraphs of text, mentions and links. */
export interface BodyOfComment {
  version: 1;
  content: CommentBodyBlockElement[];
}

/** A file that is attached to a comment. `size` is in bytes. */
export interface CommentAttachment {
  type: "attachment";
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  mimeType: string;
}

/** A reaction, with everyone who added it. */
export interface CommentReaction {
  emoji: string;
  createdAt: Date;
  users: { id: string }[];
}

/** A reaction of one user. */
export interface CommentUserReaction {
  emoji: string;
  createdAt: Date;
  userId: string;
}

/** A comment. One that was deleted has `deletedAt`, and no body. */
export type CommentData<CM extends BaseMetadata = AppCommentMetadata> = {
  type: "comment";
  id: string;
  threadId: string;
  roomId: string;
  userId: string;
  createdAt: Date;
  editedAt?: Date;
  reactions: CommentReaction[];
  attachments: CommentAttachment[];
  metadata: CM;
} & ({ body: BodyOfComment; deletedAt?: never } | { body?: never; deletedAt: Date });

/** A thread with its comments. */
export interface ThreadData<TM extends BaseMetadata = AppThreadMetadata, CM extends BaseMetadata = AppCommentMetadata> {
  type: "thread";
  id: string;
  roomId: string;
  createdAt: Date;
  updatedAt: Date;
  comments: CommentData<CM>[];
  metadata: TM;
  resolved: boolean;
  visibility: ThreadVisibility;
}

/** The authors of a thread's comments, and the users whom they mention. */
export interface ThreadParticipants {
  participantIds: string[];
}

interface NewComment {
  userId: string;
  /** For imported history. Now unless given. */
  createdAt?: Date;
  body: BodyOfComment;
  /** Attachments that the author uploaded to the room. */
  attachmentIds?: string[];
}

/** A thread to create, with its first comment. */
export interface CreateThreadOptions<TM extends BaseMetadata, CM extends BaseMetadata> {
  roomId: string;
  data: {
    /** `public` unless given. It cannot be changed. */
    visibility?: ThreadVisibility;
    comment: NewComment & OptionalUnlessRequired<CM, { metadata: CM }>;
  } & OptionalUnlessRequired<TM, { metadata: TM }>;
}

/** A comment to create. */
export interface CreateCommentOptions<CM extends BaseMetadata> {
  roomId: string;
  threadId: string;
  data: NewComment & OptionalUnlessRequired<CM, { metadata: CM }>;
}

/** Conditions on metadata. `null`: the entry is absent. */
export type QueryMetadata<M extends BaseMetadata> = {
  [K in keyof M]:
    | M[K]
    | (string extends M[K] ? { startsWith: string } : never)
    | (number extends M[K] ? { lt?: number; gt?: number; lte?: number; gte?: number } : never)
    | null;
};

/** Which threads of a room are listed: those that match all conditions. */
export interface ThreadsQuery<TM extends BaseMetadata> {
  metadata?: Partial<QueryMetadata<TM>>;
  resolved?: boolean;
  visibility?: ThreadVisibility;
}
