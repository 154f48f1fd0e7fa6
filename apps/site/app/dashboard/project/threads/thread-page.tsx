import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { countOf } from "../../../formats/count.ts";
import { pageMeta } from "../../../shell/page-meta.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { NotFound } from "../../../ui/not-found.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { toast } from "../../../ui/toast.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { CommentCard } from "./comment-card.tsx";
import type { CommentEntry, ThreadBody } from "./thread-bodies.ts";
import { ThreadJson } from "./thread-json.tsx";
import { ThreadMetadataCard } from "./thread-metadata-card.tsx";
import { threadPath, threadQuery, threadsKey } from "./thread-queries.ts";
import { ThreadReadersCard } from "./thread-readers-card.tsx";
import { ThreadReply } from "./thread-reply.tsx";
import { ThreadStateBadge } from "./thread-state-badge.tsx";
import { useActor } from "./use-actor.ts";

export const meta = () => pageMeta({ title: "Thread", indexed: false });

export default function ThreadPage() {
  const { roomId = "", threadId = "" } = useParams();
  const { project, base } = useProject();
  const thread = useQuery(threadQuery(project.id, roomId, threadId));
  return (
    <Loaded
      query={thread}
      missing={<NotFound action={<ButtonLink to={`${base}/threads`}>Back to threads</ButtonLink>} />}
    >
      {(found) => <ThreadDetails thread={found} />}
    </Loaded>
  );
}

function ThreadDetails({ thread }: { thread: ThreadBody }) {
  const { project, base } = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const actor = useActor();
  const path = threadPath(thread.roomId, thread.id);
  const [deleting, setDeleting] = useState<CommentEntry | "thread" | null>(null);
  const live = thread.comments.filter(({ body }) => body !== undefined);
  // A thread is deleted with its last comment.
  const deletesThread = deleting === "thread" || (deleting !== null && live.length === 1);
  const refresh = () => client.invalidateQueries({ queryKey: threadsKey(project.id) });

  const resolve = useMutation({
    mutationFn: () =>
      gateway(project.id, "POST", `${path}/mark-as-${thread.resolved ? "unresolved" : "resolved"}`, {
        body: { userId: actor },
      }),
    onSuccess: refresh,
    onError: (error) => toast({ title: "The thread could not be changed", description: error.message, tone: "danger" }),
  });
  const remove = useMutation({
    mutationFn: (what: CommentEntry | "thread") =>
      gateway(project.id, "DELETE", what === "thread" ? path : `${path}/comments/${encodeURIComponent(what.id)}`),
    onSuccess: async () => {
      setDeleting(null);
      if (!deletesThread) return refresh();
      await navigate(`${base}/threads`, { replace: true });
      // While this page is still drawn, asking again for what is gone would fail.
      client.removeQueries({ queryKey: [...threadsKey(project.id), thread.roomId, thread.id], type: "inactive" });
      toast({ title: "The thread was deleted", tone: "success" });
      return client.invalidateQueries({ queryKey: [...threadsKey(project.id), "list"] });
    },
  });
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="flex min-w-0 flex-col gap-1.5">
          <Link to={`${base}/threads`} className="w-fit text-sm text-muted hover:text-ink">
            Threads
          </Link>
          <div className="flex flex-wrap items-center gap-3">
            <h1 className="text-2xl">Thread</h1>
            <ThreadStateBadge {...thread} />
          </div>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
            <span>{countOf(live.length, "comment")} in</span>
            <Link
              to={`${base}/rooms/${encodeURIComponent(thread.roomId)}?tab=threads`}
              className="link font-mono text-xs wrap-anywhere"
            >
              {thread.roomId}
            </Link>
            <span>
              · updated <RelativeTime at={thread.updatedAt} />
            </span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button busy={resolve.isPending} onClick={() => resolve.mutate()}>
            {thread.resolved ? <RotateCcw className="size-4" aria-hidden /> : <Check className="size-4" aria-hidden />}
            {thread.resolved ? "Mark as unresolved" : "Mark as resolved"}
          </Button>
          <Button onClick={() => setDeleting("thread")}>
            <Trash2 className="size-4" aria-hidden />
            Delete thread
          </Button>
        </div>
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <section aria-label="Comments" className="min-w-0 rounded-lg border border-line bg-surface">
            {thread.comments.map((comment) => (
              <CommentCard key={comment.id} comment={comment} onDelete={() => setDeleting(comment)} />
            ))}
          </section>
          <ThreadReply thread={thread} />
          <ThreadJson thread={thread} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <ThreadMetadataCard thread={thread} />
          <ThreadReadersCard thread={thread} />
          <div className="flex items-center gap-1 px-5 text-xs text-muted">
            <code className="min-w-0 truncate" title={thread.id}>
              {thread.id}
            </code>
            <CopyButton text={thread.id} name="Copy thread ID" />
          </div>
        </div>
      </div>
      <AlertDialog
        open={deleting !== null}
        onOpenChange={(open) => {
          if (open) return;
          setDeleting(null);
          remove.reset();
        }}
        title={deletesThread ? "Delete this thread?" : "Delete this comment?"}
        action={deletesThread ? "Delete thread" : "Delete comment"}
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => {
          if (deleting) remove.mutate(deleting);
        }}
      >
        {deletesThread
          ? "This permanently deletes the thread with its comments, attachments and inbox notifications."
          : "This permanently deletes the text, attachments and reactions of the comment. The thread shows that a comment was deleted."}
      </AlertDialog>
    </>
  );
}
