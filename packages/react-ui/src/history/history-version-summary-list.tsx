"use client";
import { Children, forwardRef } from "react";
import type { ComponentPropsWithoutRef } from "react";
import { useOverrides } from "../config.tsx";
import { classNames } from "../ui/class-names.ts";

/** Props of `HistoryVersionSummaryList`. */
export type HistoryVersionSummaryListProps = ComponentPropsWithoutRef<"ol">;

/**
 * Summaries of versions as a list.
 *
 * @example
 * <HistoryVersionSummaryList>
 *   {versions.map((version) => (
 *     <HistoryVersionSummary key={version.id} version={version} />
 *   ))}
 * </HistoryVersionSummaryList>
 */
export const HistoryVersionSummaryList = forwardRef<HTMLOListElement, HistoryVersionSummaryListProps>(
  function HistoryVersionSummaryList({ className, children, ...props }, ref) {
    const { dir } = useOverrides();
    return (
      <ol dir={dir} {...props} ref={ref} className={classNames("lb-root lb-history-version-summary-list", className)}>
        {Children.map(children, (child) => (
          <li className="lb-history-version-summary-list-item">{child}</li>
        ))}
      </ol>
    );
  },
);
