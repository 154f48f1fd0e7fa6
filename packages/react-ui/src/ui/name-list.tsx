import { Fragment } from "react";
import type { ReactElement, ReactNode } from "react";
import { useOverrides } from "../config.tsx";
import { UserName } from "./user-name.tsx";

/** Values in a sentence, joined as the language does: "a, b and c". */
export function NameList({ values }: { readonly values: readonly ReactNode[] }): ReactElement {
  const { locale } = useOverrides();
  let at = 0;
  const parts = new Intl.ListFormat(locale, { style: "long", type: "conjunction" }).formatToParts(
    values.map((_, index) => String(index)),
  );
  return (
    <>
      {parts.map(({ type, value }) => (
        <Fragment key={at++}>{type === "element" ? values[Number(value)] : value}</Fragment>
      ))}
    </>
  );
}

export interface UserListProps {
  readonly userIds: readonly string[];
  /** How many users are named; of the others, the number is given. */
  readonly max?: number;
  /** Whether the current user is "you". */
  readonly replaceSelf?: boolean;
}

/** Users in a sentence: "Ada, Bo and 3 others". */
export function UserList({ userIds, max = 3, replaceSelf = true }: UserListProps): ReactElement {
  const texts = useOverrides();
  // One name is no longer than the number of one other.
  const named = userIds.length <= max + 1 ? userIds : userIds.slice(0, max);
  const names: ReactNode[] = named.map((id) => <UserName key={id} userId={id} replaceSelf={replaceSelf} />);
  const others = userIds.length - named.length;
  return <NameList values={others === 0 ? names : [...names, texts.LIST_REMAINING_USERS(others)]} />;
}
