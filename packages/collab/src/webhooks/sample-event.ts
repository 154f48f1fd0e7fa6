import type { DomainEvent, DomainEventType, ProjectId } from "@weft/protocol";

/** An event of a type as a test of an endpoint sends it. Its ids begin with `sample-`. */
export function sampleEventOf(type: DomainEventType, project: ProjectId, now: number): DomainEvent {
  const at = new Date(now).toISOString();
  const inRoom = { projectId: project, roomId: "sample-room" };
  const inThread = { ...inRoom, threadId: "sample-thread" };
  const inComment = { ...inThread, commentId: "sample-comment" };
  const user = "sample-user";
  const ofUser = { ...inRoom, connectionId: 1, userId: user, userInfo: { name: "Sample User" } };
  const updated = { updatedAt: at, updatedBy: user };
  const samples: { readonly [T in DomainEventType]: Extract<DomainEvent, { readonly type: T }>["data"] } = {
    userEntered: { ...ofUser, enteredAt: at, numActiveUsers: 1 },
    userLeft: { ...ofUser, leftAt: at, numActiveUsers: 0 },
    roomCreated: { ...inRoom, createdAt: at },
    roomDeleted: { ...inRoom, deletedAt: at },
    storageUpdated: { ...inRoom, updatedAt: at },
    ydocUpdated: { ...inRoom, updatedAt: at },
    threadCreated: { ...inThread, createdAt: at, createdBy: user },
    threadDeleted: { ...inThread, deletedAt: at },
    threadMetadataUpdated: { ...inThread, ...updated },
    threadMarkedAsResolved: { ...inThread, ...updated },
    threadMarkedAsUnresolved: { ...inThread, ...updated },
    commentCreated: { ...inComment, createdAt: at, createdBy: user },
    commentEdited: { ...inComment, editedAt: at },
    commentDeleted: { ...inComment, deletedAt: at },
    commentMetadataUpdated: { ...inComment, ...updated },
    commentReactionAdded: { ...inComment, emoji: "👍", addedAt: at, addedBy: user },
    commentReactionRemoved: { ...inComment, emoji: "👍", removedAt: at, removedBy: user },
    notification: {
      channel: "email",
      kind: "thread",
      ...inThread,
      userId: user,
      inboxNotificationId: "sample-inbox-notification",
      createdAt: at,
      triggeredAt: at,
    },
  };
  return { type, data: samples[type] } as DomainEvent;
}
