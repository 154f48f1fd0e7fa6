import {
  castBallot,
  keepOwnVote,
  noVote,
  openBallot,
  readOwnVote,
  withdrawBallot,
} from "@weft/example-shared/planning";
import type { OwnVote, Planning } from "@weft/example-shared/planning";
import type { Session } from "@weft/example-shared/core";
import { useHistory, useMutation } from "@weft/vue";
import { computed, shallowRef, watch } from "vue";
import type { Ref } from "vue";

/**
 * The user's vote in this round. Storage says only that they have voted: the card stays in this browser until the votes
 * are revealed, and then their own client stores it.
 */
export function useOwnVote({ roomId, userId, visitor }: Session, planning: Ref<Planning>) {
  const { disable } = useHistory();
  const vote = shallowRef(readOwnVote(roomId, userId));
  const cast = useMutation(({ storage }) => castBallot(storage, userId, visitor));
  const withdraw = useMutation(({ storage }) => withdrawBallot(storage, userId));
  const open = useMutation(({ storage }, own: OwnVote) => openBallot(storage, userId, own));

  function keep(own: OwnVote) {
    vote.value = own;
    keepOwnVote(roomId, userId, own);
  }

  const isUnopened = computed(() => {
    const { round, ballots } = planning.value;
    return round.isRevealed && vote.value.round === round.id && ballots.get(userId)?.card === "";
  });
  watch(isUnopened, (unopened) => unopened && disable(() => open(vote.value)), { immediate: true });

  return {
    /** An empty text without a vote in this round. */
    card: computed(() => {
      const { round, ballots } = planning.value;
      return vote.value.round === round.id && ballots.has(userId) ? vote.value.card : "";
    }),
    /** Choosing the same card again takes the vote back. */
    toggle(card: string, isChosen: boolean) {
      keep(isChosen ? noVote : { round: planning.value.round.id, card });
      disable(isChosen ? withdraw : cast);
    },
  };
}
