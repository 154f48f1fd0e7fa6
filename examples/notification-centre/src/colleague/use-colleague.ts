import { createClient } from "@liveblocks/client";
import type { Client, ThreadData } from "@liveblocks/client";
import { useBroadcastEvent, useThreads } from "@liveblocks/react";
import { authorizeUser } from "@weft/example-shared";
import type { Person, UserSession } from "@weft/example-shared";
import { commentOf, mentionOf } from "@weft/example-shared/comments";
import { useMemo, useRef, useState } from "react";
import type { Notice } from "../back-end/notices.ts";
import { requestNotification } from "./request-notification.ts";

export type Act = "mention" | "reply" | "invite" | "deploy";

/** Something that the colleague did. */
export interface Deed {
  readonly at: Date;
  readonly text: string;
}

export interface Colleague {
  readonly person: Person;
  /** Newest first. */
  readonly deeds: readonly Deed[];
  /** Why the last act failed. */
  readonly failure: string | undefined;
  readonly canReply: boolean;
  readonly act: (act: Act) => Promise<void>;
}

const questions = ["can you check the dates?", "is the budget approved?", "please look at the second draft."];
const deedsShown = 6;

/** Another person, who does things that you are notified of. `notified` is called when a notification was triggered. */
export function useColleague(session: UserSession, notified: () => void): Colleague {
  const { demo, roomId, cast } = session;
  const { people, you } = cast;
  const person = people[(people.indexOf(you) + 4) % people.length] ?? you;
  const client = useMemo(
    () => createClient({ baseUrl: demo.baseUrl, authEndpoint: () => authorizeUser(person.id) }),
    [demo, person],
  );
  const { threads = [] } = useThreads();
  const yours = threads.find(({ comments }) => comments.some(({ userId }) => userId === you.id));
  const broadcast = useBroadcastEvent();
  const [deeds, setDeeds] = useState<readonly Deed[]>([]);
  const [failure, setFailure] = useState<string>();
  const count = useRef(0);

  const note = (text: string) => setDeeds((before) => [{ at: new Date(), text }, ...before].slice(0, deedsShown));
  const notify = async (kind: Notice["kind"], index: number, text: string) => {
    await requestNotification({ userId: you.id, kind, index });
    // Other windows of the same user are notified through the room.
    broadcast({ type: "notified", userId: you.id });
    notified();
    note(text);
  };
  const acts: Readonly<Record<Act, (turn: number) => Promise<void>>> = {
    async mention(turn) {
      const question = questions[turn % questions.length]!;
      await inRoom(client, roomId, (room) =>
        room.createThread({ metadata: {}, body: commentOf([mentionOf(you.id), ` ${question}`]) }),
      );
      note("mentioned you in Launch plan");
    },
    async reply() {
      if (yours) await replyTo(client, yours);
      note("replied to you in Launch plan");
    },
    invite: (turn) => notify("$invitation", turn % 3, "invited you to a document"),
    deploy: (turn) => notify("$deployment", turn % 3, "deployed a service"),
  };
  return {
    person,
    deeds,
    failure,
    canReply: yours !== undefined,
    async act(act) {
      try {
        setFailure(undefined);
        await acts[act](count.current++);
      } catch (error) {
        setFailure(error instanceof Error ? error.message : "Something went wrong. Try again.");
      }
    },
  };
}

async function replyTo(client: Client, { roomId, id }: ThreadData): Promise<void> {
  await inRoom(client, roomId, (room) =>
    room.createComment({ threadId: id, body: commentOf(["Done. Have another look, please."]) }),
  );
}

/** Comments are calls of HTTP: the colleague does not have to be seen in the room. */
async function inRoom(
  client: Client,
  roomId: string,
  work: (room: ReturnType<Client["enterRoom"]>["room"]) => Promise<unknown>,
): Promise<void> {
  const { room, leave } = client.enterRoom(roomId, { autoConnect: false });
  try {
    await work(room);
  } finally {
    leave();
  }
}
