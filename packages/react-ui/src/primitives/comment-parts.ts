/** The parts of the primitive `Comment`, by the names that they have in it. */
export { CommentBody as Body, CommentLink as Link, CommentMention as Mention } from "./comment.tsx";
