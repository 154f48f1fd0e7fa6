import { useGroupInfo } from "@weft/react";
import type { ReactElement } from "react";

/** The name of a group, as the application resolves it, or its id. */
export function GroupName({ groupId }: { readonly groupId: string }): ReactElement {
  const { info, isLoading } = useGroupInfo(groupId);
  const { name } = (info ?? {}) as { readonly name?: string };
  return (
    <span className="lb-name lb-group" data-loading={isLoading ? "" : undefined}>
      {isLoading ? null : (name ?? groupId)}
    </span>
  );
}
