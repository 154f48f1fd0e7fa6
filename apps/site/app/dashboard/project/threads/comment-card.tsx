import { Paperclip, Trash2 } from "lucide-react";
import { formatBytes } from "../../../formats/bytes.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { toast } from "../../../ui/toast.ts";
import { gateway, roomPath } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { UserLink } from "../shared/user-link.tsx";
import { CommentText } from "./comment-text.tsx";
import { MetadataList } from "./metadata-list.tsx";
import type { AttachmentLinkBody, CommentEntry } from "./thread-bodies.ts";

/** A comment with everything in it. */
export function CommentCard({ comment, onDelete }: { comment: CommentEntry; onDelete: () => void }) {
  const { project } = useProject();
  const { roomId, body, reactions, attachments, metadata } = comment;
  const openAttachment = (id: string) =>
    gateway<AttachmentLinkBody>(project.id, "GET", `${roomPath(roomId)}/attachments/${encodeURIComponent(id)}`).then(
      ({ url }) => window.open(url, "_blank", "noopener"),
      (error: Error) =>
        toast({ title: "The attachment could not be opened", description: error.message, tone: "danger" }),
    );
  return (
    <article
      aria-label={`Comment by ${comment.userId}`}
      className="flex flex-col gap-3 border-b border-line px-5 py-4 last:border-0"
    >
      <div className="flex min-h-8 items-center gap-3">
        <UserLink id={comment.userId} avatar />
        <span className="text-xs whitespace-nowrap text-muted">
          <RelativeTime at={comment.createdAt} />
          {comment.editedAt !== undefined && comment.deletedAt === undefined && (
            <>
              {" · edited "}
              <RelativeTime at={comment.editedAt} />
            </>
          )}
        </span>
        {body !== undefined && (
          <IconButton name={`Delete comment by ${comment.userId}`} size="sm" className="ml-auto" onClick={onDelete}>
            <Trash2 className="size-4" aria-hidden />
          </IconButton>
        )}
      </div>
      {body === undefined ? (
        <p className="text-sm text-faint italic">
          Deleted {comment.deletedAt !== undefined && <RelativeTime at={comment.deletedAt} />}
        </p>
      ) : (
        <CommentText body={body} />
      )}
      {attachments.length > 0 && (
        <ul aria-label="Attachments" className="flex flex-wrap gap-2">
          {attachments.map(({ id, name, size }) => (
            <li key={id} className="min-w-0">
              <button
                type="button"
                onClick={() => void openAttachment(id)}
                className="flex max-w-full items-center gap-2 rounded-md border border-line px-2.5 py-1.5 text-xs hover:bg-hover"
              >
                <Paperclip className="size-3.5 shrink-0 text-faint" aria-hidden />
                <span className="truncate">{name}</span>
                <span className="whitespace-nowrap text-muted">{formatBytes(size)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {reactions.length > 0 && (
        <ul aria-label="Reactions" className="flex flex-wrap gap-2">
          {reactions.map(({ emoji, users }) => (
            <li
              key={emoji}
              title={users.map(({ id }) => id).join(", ")}
              className="flex max-w-full items-center gap-1.5 rounded-full border border-line bg-sunken px-2.5 py-0.5 text-xs"
            >
              <span>{emoji}</span>
              <span className="truncate text-muted">{users.map(({ id }) => id).join(", ")}</span>
            </li>
          ))}
        </ul>
      )}
      {Object.keys(metadata).length > 0 && <MetadataList label="Comment metadata" metadata={metadata} />}
    </article>
  );
}
