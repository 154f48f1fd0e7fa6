"use client";
import type { HistoryVersion } from "@weft/client";
import { forwardRef, Fragment } from "react";
import type { ComponentPropsWithoutRef, ReactElement, ReactNode } from "react";
import { Avatar } from "../avatar.tsx";
import { useOverrides } from "../config.tsx";
import { Timestamp } from "../primitives/timestamp.tsx";
import { classNames } from "../ui/class-names.ts";
import { UserName } from "../ui/user-name.tsx";

/** Props of `HistoryVersionSummary`. */
export interface HistoryVersionSummaryProps extends ComponentPropsWithoutRef<"button"> {
  readonly version: HistoryVersion;
  /** Whether it is the version that is shown. */
  readonly selected?: boolean;
}

/** How many authors are named. */
const namedAuthors = 3;

/**
 * The date and the authors of a version, as a button that selects it.
 *
 * @example
 * <HistoryVersionSummary version={version} selected={version.id === shownId} onClick={() => show(version.id)} />
 */
export const HistoryVersionSummary = forwardRef<HTMLButtonElement, HistoryVersionSummaryProps>(
  function HistoryVersionSummary({ version, selected, className, type = "button", children, ...props }, ref) {
    const texts = useOverrides();
    const authors = Array.from(new Set(version.authors.map(({ id }) => id)));
    const list = authors.length === 0 ? undefined : <Authors userIds={authors} />;
    return (
      <button
        dir={texts.dir}
        aria-pressed={selected}
        {...props}
        ref={ref}
        type={type}
        className={classNames("lb-root lb-history-version-summary", className)}
        data-selected={selected === true ? "" : undefined}
      >
        {children ?? (
          <>
            <Timestamp date={version.createdAt} className="lb-date lb-history-version-summary-date" />
            <span className="lb-history-version-summary-authors">
              {authors.length === 0 ? null : (
                <span className="lb-history-version-summary-avatars" aria-hidden>
                  {authors.slice(0, namedAuthors).map((userId) => (
                    <Avatar key={userId} userId={userId} />
                  ))}
                </span>
              )}
              <span>{texts.HISTORY_VERSION_SUMMARY_AUTHORS_LIST(list)}</span>
            </span>
          </>
        )}
      </button>
    );
  },
);

/** The names of users as a list of the language, and the number of those that it does not name. */
function Authors({ userIds }: { readonly userIds: readonly string[] }): ReactElement {
  const texts = useOverrides();
  const named = userIds.length > namedAuthors ? userIds.slice(0, namedAuthors - 1) : userIds;
  const items: ReactNode[] = named.map((userId) => <UserName key={userId} userId={userId} replaceSelf />);
  if (named.length < userIds.length) items.push(texts.LIST_REMAINING_USERS(userIds.length - named.length));
  // The language says what is between the items: their places are found by their numbers.
  const parts = new Intl.ListFormat(texts.locale).formatToParts(items.map((_, index) => String(index)));
  return (
    <>
      {parts.map(({ type, value }, index) => (
        <Fragment key={index}>{type === "element" ? items[Number(value)] : value}</Fragment>
      ))}
    </>
  );
}
