import type { CommentData, CommentReaction } from "@weft/client";
import { useState } from "react";
import type { ReactElement } from "react";
import { useOverrides } from "../config.tsx";
import { EmojiPickerOnDemand } from "../emoji/emoji-picker-on-demand.tsx";
import { Emoji } from "../emoji/emoji.tsx";
import { EmojiPlus } from "../icon.tsx";
import type { CommentOverrides, GlobalOverrides } from "../overrides/overrides.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { useCurrentUserId } from "../ui/current-user.ts";
import { UserList } from "../ui/name-list.tsx";
import { Popover } from "../ui/popover.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { useStoreEdit } from "./store.ts";

/** How many users are named who reacted with an emoji. */
const namedUsers = 10;

interface ReactionProps {
  readonly comment: CommentData<unknown>;
  readonly disabled?: boolean;
  readonly overrides?: Partial<GlobalOverrides & CommentOverrides>;
}

/** The emoji of a comment with their numbers; a click adds or removes the user's own. */
export function CommentReactions({ comment, ...shared }: ReactionProps): ReactElement {
  return (
    <div className="lb-comment-reactions">
      {comment.reactions.map((reaction) => (
        <Reaction key={reaction.emoji} comment={comment} reaction={reaction} {...shared} />
      ))}
      {shared.disabled === true ? null : (
        <AddReaction comment={comment} className="lb-comment-reaction lb-comment-reaction-add" {...shared} />
      )}
    </div>
  );
}

function Reaction({
  comment,
  reaction,
  disabled,
  overrides,
}: ReactionProps & { readonly reaction: CommentReaction }): ReactElement {
  const texts = useOverrides(overrides);
  const toggle = useToggleReaction(comment);
  const selfId = useCurrentUserId();
  const { emoji, users } = reaction;
  const isOwn = users.some(({ id }) => id === selfId);
  return (
    <Tooltip
      multiline
      content={texts.COMMENT_REACTION_LIST(
        <UserList userIds={users.map(({ id }) => id)} max={namedUsers} />,
        emoji,
        users.length,
      )}
    >
      <Button
        className="lb-comment-reaction"
        variant="outline"
        aria-pressed={isOwn}
        aria-label={texts.COMMENT_REACTION_DESCRIPTION(emoji, users.length)}
        data-self={isOwn ? "" : undefined}
        disabled={disabled}
        onClick={() => toggle(emoji, isOwn)}
      >
        <Emoji className="lb-comment-reaction-emoji" emoji={emoji} />
        <span className="lb-comment-reaction-count">{new Intl.NumberFormat(texts.locale).format(users.length)}</span>
      </Button>
    </Tooltip>
  );
}

/** A button that opens the emoji picker. */
export function AddReaction({
  comment,
  disabled,
  overrides,
  className,
}: ReactionProps & { readonly className?: string }): ReactElement {
  const texts = useOverrides(overrides);
  const toggle = useToggleReaction(comment);
  const selfId = useCurrentUserId();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      align="end"
      aria-label={texts.COMMENT_ADD_REACTION}
      className="lb-emoji-picker-popover"
      trigger={
        <Tooltip content={texts.COMMENT_ADD_REACTION}>
          <Button
            className={classNames("lb-comment-action", className)}
            icon={<EmojiPlus />}
            aria-label={texts.COMMENT_ADD_REACTION}
            disabled={disabled}
          />
        </Tooltip>
      }
    >
      <EmojiPickerOnDemand
        overrides={overrides}
        onEmojiSelect={(emoji) => {
          setOpen(false);
          const before = comment.reactions.find((each) => each.emoji === emoji);
          // One that the user has given already stays.
          if (before?.users.some(({ id }) => id === selfId) !== true) toggle(emoji, false);
        }}
      />
    </Popover>
  );
}

function useToggleReaction({ roomId, threadId, id: commentId }: CommentData<unknown>) {
  const edit = useStoreEdit();
  return (emoji: string, isGiven: boolean) => {
    const reaction = { roomId, threadId, commentId, emoji };
    edit((store) => (isGiven ? store.removeReaction(reaction) : store.addReaction(reaction)));
  };
}
