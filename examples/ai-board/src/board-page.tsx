import { shallow, useStorage } from "@weft/react";
import { AvatarStack } from "@weft/react-ui";
import {
  ConnectionBadge,
  ExampleFrame,
  NoModelNote,
  OfflineNote,
  PersonSwitch,
  useConnection,
  ViewSwitch,
} from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useState } from "react";
import { Board } from "./board.tsx";
import { BoardChat } from "./board-chat.tsx";
import { readCards } from "./read-cards.ts";
import { useCardEdits } from "./use-card-edits.ts";

const views = { board: "Board", chat: "Copilot" } as const;
type View = keyof typeof views;

/** The board, and the copilot beside it. */
export function BoardPage({ session: { demo, roomId, cast } }: { readonly session: UserSession }) {
  const connection = useConnection();
  const cards = useStorage((root) => readCards(root.cards), shallow);
  const edits = useCardEdits();
  const [view, setView] = useState<View>("board");
  const show = (name: View) => ({ className: `view view-${name}`, "data-shown": view === name || undefined });

  return (
    <ExampleFrame
      title="AI board"
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <AvatarStack className="people" max={4} size={30} />
          <PersonSwitch cast={cast} />
        </>
      }
    >
      <OfflineNote connection={connection} />
      {!demo.hasModel && <NoModelNote />}
      <ViewSwitch label="Show" views={views} view={view} onView={setView} />
      <div className="views">
        <section {...show("board")} aria-label="Board">
          {cards ? <Board cards={cards} edits={edits} /> : <p className="board-loading">Loading the board…</p>}
        </section>
        <section {...show("chat")} aria-label="Copilot">
          {cards && <BoardChat chatId={`board-${roomId}`} cards={cards} edits={edits} />}
        </section>
      </div>
    </ExampleFrame>
  );
}
