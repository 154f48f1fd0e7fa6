import { useHistory, useMutation } from "@weft/react";
import {
  acceptEstimate,
  addStory,
  moveStory,
  removeStory,
  renameStory,
  revealVotes,
  setDeck,
  setTopic,
  startRound,
} from "@weft/example-shared/planning";
import type { DeckName } from "@weft/example-shared/planning";

/** Every edit of the session. Edits of stories can be undone; rounds cannot, since no one can unsee a vote. */
export function usePlanningEdits() {
  const { disable } = useHistory();

  const rename = useMutation(({ storage }, topic: string) => setTopic(storage, topic), []);
  const add = useMutation(({ storage }, ...titles: string[]) => {
    for (const title of titles) addStory(storage, title);
  }, []);
  const renameOne = useMutation(({ storage }, id: string, title: string) => renameStory(storage, id, title), []);
  const remove = useMutation(({ storage }, id: string) => removeStory(storage, id), []);
  const move = useMutation(({ storage }, id: string, index: number) => moveStory(storage, id, index), []);

  const chooseDeck = useMutation(({ storage }, deck: DeckName) => setDeck(storage, deck), []);
  const reveal = useMutation(({ storage }) => revealVotes(storage), []);
  const start = useMutation(({ storage }, story: string) => startRound(storage, story), []);
  const accept = useMutation(({ storage }, estimate: string) => acceptEstimate(storage, estimate, Date.now()), []);

  return {
    setTopic: rename,
    addStories: add,
    renameStory: renameOne,
    removeStory: remove,
    moveStory: move,
    setDeck: (deck: DeckName) => disable(() => chooseDeck(deck)),
    reveal: () => disable(reveal),
    startRound: (story: string) => disable(() => start(story)),
    accept: (estimate: string) => disable(() => accept(estimate)),
  };
}

export type PlanningEdits = ReturnType<typeof usePlanningEdits>;
