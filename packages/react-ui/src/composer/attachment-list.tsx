import type { CommentMixedAttachment } from "@weft/client";
import { useOverrides } from "../config.tsx";
import { Attachment as AttachmentIcon, Cross, Retry } from "../icon.tsx";
import type { ComposerOverrides, GlobalOverrides } from "../overrides/overrides.ts";
import { useAttachmentsState, useComposer, useComposerParts } from "../primitives/composer/composer-context.ts";
import { keepFocus } from "../primitives/composer/controls.tsx";
import { formatFileSize } from "../primitives/file-size-format.ts";
import { FileSize } from "../primitives/file-size.tsx";
import { Button } from "../ui/button.tsx";
import { AttachmentTooLargeError } from "../draft/attachments/attachment-too-large-error.ts";
import { isUploading, maxAttachmentSize } from "../draft/attachments/draft-attachments.ts";

/** The attachments of the composer around it: with what has been uploaded of them, and what failed. */
export function AttachmentList({ overrides }: { readonly overrides?: Partial<GlobalOverrides & ComposerOverrides> }) {
  const { attachments: draft } = useComposerParts();
  const { attachments, progress } = useAttachmentsState(draft);
  if (attachments.length === 0) return null;
  return (
    <ul className="lb-attachments lb-composer-attachments">
      {attachments.map((attachment) => (
        <li key={attachment.id} className="lb-composer-attachment-item">
          <DraftAttachment attachment={attachment} part={progress.get(attachment.id)} overrides={overrides} />
        </li>
      ))}
    </ul>
  );
}

interface DraftAttachmentProps {
  readonly attachment: CommentMixedAttachment;
  /** From 0 to 1, as far as it is known. */
  readonly part: number | undefined;
  readonly overrides: Partial<GlobalOverrides & ComposerOverrides> | undefined;
}

function DraftAttachment({ attachment, part, overrides }: DraftAttachmentProps) {
  const $ = useOverrides(overrides);
  const { isDisabled, removeAttachment } = useComposer();
  const { attachments } = useComposerParts();
  const { id, name, size } = attachment;
  const error = attachment.type === "localAttachment" ? attachment.error : undefined;
  const uploads = isUploading(attachment);
  const isTooLarge = error instanceof AttachmentTooLargeError;
  return (
    <div
      className="lb-attachment lb-composer-attachment"
      data-error={error === undefined ? undefined : ""}
      data-loading={uploads ? "" : undefined}
    >
      <span className="lb-icon-container lb-attachment-icon">
        <AttachmentIcon />
      </span>
      <div className="lb-attachment-details">
        <span className="lb-attachment-name">{name}</span>
        {error === undefined ? (
          <FileSize className="lb-attachment-description" size={size} locale={$.locale} />
        ) : (
          <span className="lb-attachment-description" role="alert">
            {isTooLarge
              ? $.ATTACHMENT_TOO_LARGE(
                  error.origin === "client" ? formatFileSize(maxAttachmentSize, $.locale) : undefined,
                )
              : $.ATTACHMENT_ERROR(error)}
          </span>
        )}
        {uploads && <progress className="lb-attachment-progress" aria-label={name} value={part} max={1} />}
      </div>
      {error !== undefined && !isTooLarge && (
        <Button
          icon={<Retry />}
          aria-label={`${$.COMPOSER_RETRY_ATTACHMENT}: ${name}`}
          disabled={isDisabled}
          onMouseDown={keepFocus}
          onClick={() => attachments.retry(id)}
        />
      )}
      <Button
        icon={<Cross />}
        aria-label={`${$.COMPOSER_REMOVE_ATTACHMENT}: ${name}`}
        disabled={isDisabled}
        onMouseDown={keepFocus}
        onClick={() => removeAttachment(id)}
      />
    </div>
  );
}
