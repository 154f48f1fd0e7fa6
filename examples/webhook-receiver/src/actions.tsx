import { useAddReaction, useCreateThread, useMutation, useStorage, useThreads } from "@weft/react";
import type { UserSession } from "@weft/example-shared";
import { commentOf } from "@weft/example-shared/comments";
import { ActionButton } from "./action-button.tsx";
import { tasks } from "./room-types.ts";
import { useSecondConnection } from "./use-second-connection.ts";

const remarks = ["Is the date final?", "I tested it on a phone.", "The draft reads well."];

/** One button for each kind of change, and the events that follow from it. */
export function Actions({ session }: { readonly session: UserSession }) {
  const createThread = useCreateThread();
  const addReaction = useAddReaction();
  const { threads = [] } = useThreads();
  const isLoaded = useStorage((root) => root.checklist !== undefined) ?? false;
  const second = useSecondConnection(session);
  const newest = threads.toSorted((one, other) => Number(other.createdAt) - Number(one.createdAt))[0];
  const comment = newest?.comments.find(({ body }) => body !== undefined);

  /** Completes the next task, or starts again. */
  const changeStorage = useMutation(({ storage }) => {
    const checklist = storage.get("checklist");
    if (checklist === undefined) return;
    const next = tasks.find((task) => !checklist.get(task.name));
    if (next) checklist.set(next.name, true);
    else checklist.update({ tests: false, notes: false, announcement: false });
  }, []);

  return (
    <section className="actions" aria-labelledby="actions">
      <h2 id="actions">Change the room</h2>
      <div className="action-buttons">
        <ActionButton
          label="Start a thread"
          events="threadCreated, commentCreated"
          onPress={() => createThread({ body: commentOf([remarks[threads.length % remarks.length]!]), metadata: {} })}
        />
        <ActionButton
          label="Add a reaction"
          events="commentReactionAdded"
          isDisabled={comment === undefined}
          onPress={() => {
            if (comment) addReaction({ threadId: comment.threadId, commentId: comment.id, emoji: "👍" });
          }}
        />
        <ActionButton
          label="Update Storage"
          events="storageUpdated, at most every 10 s"
          isDisabled={!isLoaded}
          onPress={changeStorage}
        />
        <ActionButton
          label={`${second.isConnected ? "Disconnect" : "Connect"} ${second.person.name.split(" ", 1).join("")}`}
          events={second.isConnected ? "userLeft" : "userEntered"}
          onPress={second.toggle}
        />
      </div>
    </section>
  );
}
