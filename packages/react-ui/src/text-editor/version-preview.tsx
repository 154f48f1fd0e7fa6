import type { HistoryVersion } from "@weft/client";
import { useHistoryVersionData } from "@weft/react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { forwardRef } from "react";
import type { GlobalOverrides, HistoryVersionPreviewOverrides } from "../overrides/overrides.ts";
import type { TextEditorOverrides } from "../overrides/text-editor-overrides.ts";
import { Timestamp } from "../primitives/timestamp.tsx";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { UserList } from "../ui/name-list.tsx";
import { Restore, Spinner } from "../ui/own-icons.tsx";
import { useTextEditorOverrides } from "./texts.ts";

/** Props of `VersionPreview`. */
export interface VersionPreviewProps extends Omit<ComponentPropsWithoutRef<"div">, "children"> {
  readonly version: HistoryVersion;
  /** Renders the document of the version, which is a Yjs update in the encoding V1, for an empty document. */
  readonly children: (update: Uint8Array) => ReactNode;
  /** Leads the text back to the version. Without it, there is no button for that. */
  readonly onRestore?: (version: HistoryVersion, update: Uint8Array) => void;
  readonly overrides?: Partial<GlobalOverrides & HistoryVersionPreviewOverrides & TextEditorOverrides>;
}

/**
 * The document of a version, with its date and authors, and a button that restores it.
 *
 * @example
 * <VersionPreview version={version} onRestore={(_, update) => restore(update)}>
 *   {(update) => <ReadOnlyEditor update={update} />}
 * </VersionPreview>
 */
export const VersionPreview = forwardRef<HTMLDivElement, VersionPreviewProps>(function VersionPreview(
  { version, children, onRestore, overrides, className, ...props },
  ref,
) {
  const texts = useTextEditorOverrides(overrides);
  const { data, isLoading, error } = useHistoryVersionData(version.id);
  const authors = [...new Set(version.authors.map(({ id }) => id))];
  return (
    <div
      dir={texts.dir}
      {...props}
      ref={ref}
      className={classNames("lb-root lb-history-version-preview", className)}
      data-loading={isLoading ? "" : undefined}
    >
      <div className="lb-history-version-preview-content">
        {error === undefined ? (
          data === undefined ? (
            <div className="lb-loading lb-history-version-preview-loading" role="status">
              <Spinner className="lb-spinner" />
              <span className="lb-visually-hidden">{texts.HISTORY_VERSION_PREVIEW_LOADING}</span>
            </div>
          ) : isEmptyUpdate(data) ? (
            <div className="lb-empty lb-history-version-preview-empty">{texts.HISTORY_VERSION_PREVIEW_EMPTY}</div>
          ) : (
            children(data)
          )
        ) : (
          <div className="lb-error lb-history-version-preview-error" role="alert">
            {texts.HISTORY_VERSION_PREVIEW_ERROR(error)}
          </div>
        )}
      </div>
      <div className="lb-history-version-preview-footer">
        <div className="lb-history-version-preview-details">
          <Timestamp
            date={version.createdAt}
            locale={texts.locale}
            className="lb-date lb-history-version-preview-date"
          />
          <span className="lb-history-version-preview-authors">
            {texts.HISTORY_VERSION_PREVIEW_AUTHORS_LIST(
              authors.length === 0 ? undefined : <UserList userIds={authors} />,
            )}
          </span>
        </div>
        {onRestore === undefined ? null : (
          <Button
            variant="primary"
            size="large"
            icon={<Restore />}
            className="lb-history-version-preview-action"
            disabled={data === undefined}
            onClick={() => data !== undefined && onRestore(version, data)}
          >
            {texts.HISTORY_VERSION_PREVIEW_RESTORE}
          </Button>
        )}
      </div>
    </div>
  );
});

/** Whether an update is that of a document in which nothing was ever written: no structures and no deletions. */
function isEmptyUpdate(update: Uint8Array): boolean {
  return update.length === 0 || (update.length === 2 && update[0] === 0 && update[1] === 0);
}
