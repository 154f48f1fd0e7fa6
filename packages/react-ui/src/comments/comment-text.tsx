import type { CommentBody as Body, MentionData } from "@weft/client";
import type { MouseEvent, ReactElement } from "react";
import { useMemo } from "react";
import type { GlobalComponents } from "../config.tsx";
import { useComponents } from "../config.tsx";
import type { CommentBodyComponents } from "../primitives/comment.tsx";
import { CommentBody, CommentLink, CommentMention } from "../primitives/comment.tsx";
import { useCurrentUserId } from "../ui/current-user.ts";
import { GroupName } from "../ui/group-name.tsx";
import { UserName } from "../ui/user-name.tsx";

interface CommentTextProps {
  readonly body: Body;
  readonly className?: string;
  readonly components?: Partial<GlobalComponents>;
  readonly onMentionClick?: (mention: MentionData, event: MouseEvent<HTMLElement>) => void;
}

/** The text of a comment, as comments and notifications show it. */
export function CommentText({ body, className, components, onMentionClick }: CommentTextProps): ReactElement {
  const { Anchor } = useComponents(components);
  const parts = useMemo(
    (): CommentBodyComponents => ({
      Mention: ({ mention }) => <NamedMention mention={mention} onMentionClick={onMentionClick} />,
      Link: ({ href, children }) => (
        <CommentLink href={href} className="lb-comment-link" asChild={Anchor !== "a"}>
          {Anchor === "a" ? (
            children
          ) : (
            <Anchor href={href} target="_blank" rel="noopener noreferrer nofollow">
              {children}
            </Anchor>
          )}
        </CommentLink>
      ),
    }),
    [Anchor, onMentionClick],
  );
  return <CommentBody className={className} body={body} components={parts} />;
}

interface NamedMentionProps extends Pick<CommentTextProps, "onMentionClick"> {
  readonly mention: MentionData;
}

function NamedMention({ mention, onMentionClick }: NamedMentionProps): ReactElement {
  const selfId = useCurrentUserId();
  const isSelf =
    mention.kind === "user"
      ? mention.id === selfId
      : selfId !== undefined && mention.userIds?.includes(selfId) === true;
  const content = (
    <>
      <span className="lb-mention-symbol">@</span>
      {mention.kind === "user" ? <UserName userId={mention.id} /> : <GroupName groupId={mention.id} />}
    </>
  );
  const shared = { className: "lb-mention lb-comment-mention", "data-self": isSelf ? "" : undefined };
  if (onMentionClick === undefined) return <CommentMention {...shared}>{content}</CommentMention>;
  return (
    <CommentMention {...shared} asChild>
      <button type="button" onClick={(event) => onMentionClick(mention, event)}>
        {content}
      </button>
    </CommentMention>
  );
}
