import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { gateway } from "../shared/gateway.ts";
import { useProject } from "../shared/project-context.ts";
import { UserField } from "../shared/user-field.tsx";
import { commentBodyOf } from "./comment-body-of.ts";
import type { CommentEntry, ThreadBody } from "./thread-bodies.ts";
import { threadPath, threadsKey } from "./thread-queries.ts";

/** Writes a comment as a user of the project. In production, users write for themselves. */
export function ThreadReply({ thread }: { thread: ThreadBody }) {
  const { project } = useProject();
  const client = useQueryClient();
  const [userId, setUserId] = useState("");
  const [text, setText] = useState("");
  const isOpen = project.type === "dev";
  const body = commentBodyOf(text);
  const reply = useMutation({
    mutationFn: () =>
      gateway<CommentEntry>(project.id, "POST", `${threadPath(thread.roomId, thread.id)}/comments`, {
        body: { userId: userId.trim(), body },
      }),
    onSuccess: async () => {
      setText("");
      await client.invalidateQueries({ queryKey: threadsKey(project.id) });
    },
  });
  const participants = [...new Set(thread.comments.map((comment) => comment.userId))];
  return (
    <section aria-labelledby="thread-reply" className="min-w-0 rounded-lg border border-line bg-surface">
      <h2 id="thread-reply" className="flex min-h-12 items-center border-b border-line px-5 py-2 text-base">
        Reply
      </h2>
      <form
        noValidate
        className="flex flex-col gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isOpen && body !== undefined && userId.trim() !== "" && !reply.isPending) reply.mutate();
        }}
      >
        <UserField
          label="Reply as"
          value={userId}
          onChange={setUserId}
          known={participants}
          disabled={!isOpen}
          hint="Choose a user of the project, or enter any user ID. The user is subscribed to the thread."
          className="sm:max-w-sm"
        />
        <Field label="Comment" error={reply.error?.message}>
          <Textarea
            rows={3}
            value={text}
            disabled={!isOpen}
            placeholder="Write a comment"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
        </Field>
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          {!isOpen && (
            <p id="reply-closed" className="mr-auto max-w-prose text-sm text-muted">
              You can reply as a user in development projects only. In production, comments come from your users and
              your back end.
            </p>
          )}
          <Button
            type="submit"
            variant="primary"
            busy={reply.isPending}
            disabled={!isOpen || body === undefined || userId.trim() === ""}
            aria-describedby={isOpen ? undefined : "reply-closed"}
          >
            Reply
          </Button>
        </div>
      </form>
    </section>
  );
}
