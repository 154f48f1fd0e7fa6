import { useHistory, useMutation } from "@weft/react";
import type { Session } from "@weft/example-shared";
import {
  castBallot,
  keepOwnVote,
  noVote,
  openBallot,
  readOwnVote,
  withdrawBallot,
} from "@weft/example-shared/planning";
import type { OwnVote, Planning } from "@weft/example-shared/planning";
import { useEffect, useState } from "react";

/**
 * The user's vote in this round. Storage says only that they have voted: the card stays in this browser until the votes
 * are revealed, and then their own client stores it. If the page was closed meanwhile, it does so when it is opened again.
 */
export function useOwnVote({ roomId, userId, visitor }: Session, { round, ballots }: Planning) {
  const { disable } = useHistory();
  const [vote, setVote] = useState(() => readOwnVote(roomId, userId));
  const cast = useMutation(({ storage }) => castBallot(storage, userId, visitor), []);
  const withdraw = useMutation(({ storage }) => withdrawBallot(storage, userId), []);
  const open = useMutation(({ storage }, own: OwnVote) => openBallot(storage, userId, own), []);

  const keep = (own: OwnVote) => {
    setVote(own);
    keepOwnVote(roomId, userId, own);
  };

  const isUnopened = round.isRevealed && vote.round === round.id && ballots.get(userId)?.card === "";
  useEffect(() => {
    if (isUnopened) disable(() => open(vote));
  }, [isUnopened]);

  return {
    /** An empty text without a vote in this round. */
    card: vote.round === round.id && ballots.has(userId) ? vote.card : "",
    choose: (card: string) => {
      keep({ round: round.id, card });
      disable(cast);
    },
    withdraw: () => {
      keep(noVote);
      disable(withdraw);
    },
  };
}
