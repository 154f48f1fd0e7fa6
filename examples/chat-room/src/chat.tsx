import { shallow, useOthersMapped, useUpdateMyPresence } from "@weft/react";
import { readVisitor, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { useEffect, useRef } from "react";
import { playColleague } from "./colleague.ts";
import { Composer } from "./composer.tsx";
import { MessageItem } from "./message-item.tsx";
import { ReactionBar } from "./reaction-bar.tsx";
import { useMessages } from "./use-messages.ts";

/** The messages, who is typing, and the composer. */
export function Chat({ session }: { readonly session: Session }) {
  const { visitor } = session;
  const { messages, send } = useMessages();
  const updatePresence = useUpdateMyPresence();
  const typing = useOthersMapped(({ presence }) => presence, shallow).flatMap(([, presence]) =>
    presence.typing ? [readVisitor(presence.visitor).name] : [],
  );
  const list = useRef<HTMLDivElement>(null);
  useScriptedVisitor(session, messages !== null, { typing: false }, playColleague);

  const last = messages?.at(-1)?.id;
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [last]);

  return (
    <div className="chat">
      <div className="messages" ref={list} role="log" aria-label="Messages" aria-busy={messages === null} tabIndex={0}>
        <ol>
          {messages?.map((message) => (
            <MessageItem key={message.id} message={message} isYours={message.author.name === visitor.name} />
          ))}
        </ol>
      </div>
      <p className="typing" role="status">
        {sentenceOf(typing)}
      </p>
      <div className="chat-foot">
        <Composer
          onTyping={(isTyping) => updatePresence({ typing: isTyping })}
          onSend={(text) => send(visitor, text)}
        />
        <ReactionBar />
      </div>
    </div>
  );
}

function sentenceOf([first, second, ...rest]: readonly string[]): string {
  if (first === undefined) return "";
  if (second === undefined) return `${first} is typing…`;
  return rest.length === 0 ? `${first} and ${second} are typing…` : "Several people are typing…";
}
