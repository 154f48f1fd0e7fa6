import { shallow, useOthersMapped, useSelf, useStorage, useUpdateMyPresence } from "@weft/react";
import { HistoryButtons, EditableText, LoadingNote, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import {
  deckNames,
  decks,
  longestTitle,
  participantsOf,
  playPlanning,
  readPlanning,
  readUser,
} from "@weft/example-shared/planning";
import { useMemo } from "react";
import { Hand } from "./hand.tsx";
import { Results } from "./results.tsx";
import { RoundPanel } from "./round-panel.tsx";
import { Stories } from "./stories.tsx";
import { Table } from "./table.tsx";
import { useOwnVote } from "./use-own-vote.ts";
import { usePlanningEdits } from "./use-planning-edits.ts";

/** The session: the round and everyone in it, the stories, and the results so far. */
export function Poker({ session }: { readonly session: Session }) {
  const { userId, visitor } = session;
  const stored = useStorage((root) => root);
  const planning = useMemo(() => readPlanning(stored), [stored]);
  const edits = usePlanningEdits();
  const vote = useOwnVote(session, planning);
  const isSpectator = useSelf(({ presence }) => presence.isSpectator) ?? false;
  const updatePresence = useUpdateMyPresence();
  const others = useOthersMapped(({ presence }) => presence, shallow);
  useScriptedVisitor(session, stored !== null, { userId: "robin", isSpectator: false }, playPlanning);

  if (stored === null) return <LoadingNote text="Loading the session…" />;
  const { topic, deck, ballots, story, round } = planning;
  const users = [{ userId, visitor, isSpectator }, ...others.map(([, presence]) => readUser(presence))];
  const participants = participantsOf(users, ballots);

  return (
    <div className="poker">
      <header className="poker-head">
        <h2 className="visually-hidden">{topic}</h2>
        <EditableText
          className="poker-topic"
          value={topic}
          label="Topic"
          longest={longestTitle}
          onSave={edits.setTopic}
        />
        <div className="poker-settings">
          <label className="poker-deck">
            <span>Cards</span>
            <select
              aria-label="Cards"
              value={deck}
              onChange={({ target }) => {
                const chosen = deckNames.find((name) => name === target.value);
                if (chosen) edits.setDeck(chosen);
              }}
            >
              {deckNames.map((name) => (
                <option key={name} value={name}>
                  {decks[name].name}
                </option>
              ))}
            </select>
          </label>
          <label className="poker-spectator">
            <input
              type="checkbox"
              checked={isSpectator}
              onChange={({ target }) => {
                updatePresence({ isSpectator: target.checked });
                if (target.checked) vote.withdraw();
              }}
            />
            Spectate
          </label>
          <HistoryButtons />
        </div>
      </header>
      <div className="poker-columns">
        <div className="poker-round">
          <RoundPanel planning={planning} participants={participants} edits={edits} />
          {story && (
            <Table
              participants={participants}
              spectators={users.filter((user) => user.isSpectator)}
              ownId={userId}
              isRevealed={round.isRevealed}
            />
          )}
          {story && !round.isRevealed && !isSpectator && <Hand deck={deck} vote={vote} />}
        </div>
        <aside className="poker-side">
          <Stories planning={planning} edits={edits} />
          <Results results={planning.results} />
        </aside>
      </div>
    </div>
  );
}
