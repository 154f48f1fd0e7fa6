import type { MentionData } from "@weft/client";
import { useGroupInfo, useUser } from "@weft/react";
import { Avatar } from "../avatar.tsx";
import { Users } from "../icon.tsx";

/** The name of the user or group that is mentioned, or its id. */
export function MentionName({ mention }: { readonly mention: MentionData }) {
  return mention.kind === "group" ? <GroupName id={mention.id} /> : <UserName id={mention.id} />;
}

function UserName({ id }: { readonly id: string }) {
  const { user, isLoading } = useUser(id);
  const { name } = (user ?? {}) as { readonly name?: string };
  return <Name id={id} name={name} isLoading={isLoading} />;
}

function GroupName({ id }: { readonly id: string }) {
  const { info, isLoading } = useGroupInfo(id);
  return <Name id={id} name={info?.name} isLoading={isLoading} />;
}

interface NameProps {
  readonly id: string;
  readonly name: string | undefined;
  readonly isLoading: boolean;
}

/** Until the name is known, screen readers read the id. */
function Name({ id, name = id, isLoading }: NameProps) {
  return (
    <span className="lb-name" data-loading={isLoading ? "" : undefined}>
      {isLoading ? <span className="lb-visually-hidden">{id}</span> : name}
    </span>
  );
}

/** A suggestion: picture, name, and what the application says of a group. */
export function MentionSuggestion({ mention }: { readonly mention: MentionData }) {
  return (
    <>
      {mention.kind === "group" ? (
        <GroupAvatar id={mention.id} />
      ) : (
        <Avatar userId={mention.id} className="lb-composer-mention-suggestion-avatar" aria-hidden />
      )}
      <span className="lb-composer-mention-suggestion-text">
        <MentionName mention={mention} />
        {mention.kind === "group" && <GroupDescription id={mention.id} />}
      </span>
    </>
  );
}

function GroupAvatar({ id }: { readonly id: string }) {
  const { info } = useGroupInfo(id);
  const { avatar } = (info ?? {}) as { readonly avatar?: string };
  return (
    <span className="lb-avatar lb-composer-mention-suggestion-avatar" aria-hidden>
      {avatar === undefined ? (
        <span className="lb-avatar-fallback">
          <Users />
        </span>
      ) : (
        <img className="lb-avatar-image" src={avatar} alt="" />
      )}
    </span>
  );
}

function GroupDescription({ id }: { readonly id: string }) {
  const { info } = useGroupInfo(id);
  const { description } = (info ?? {}) as { readonly description?: string };
  if (description === undefined) return null;
  return <span className="lb-composer-mention-suggestion-description">{description}</span>;
}
