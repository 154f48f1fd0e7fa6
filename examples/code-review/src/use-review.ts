import { useMutation, useStorage } from "@weft/react";
import type { Cast } from "@weft/example-shared";
import { useMemo } from "react";
import { change } from "./change.ts";
import { readVerdicts, readViewed, viewedKey } from "./read-review.ts";
import type { Verdict } from "./room-types.ts";

/** The files that users have viewed, their verdicts, and the edits of both. Each user has keys of their own. */
export function useReview({ people, you }: Cast) {
  const storedViewed = useStorage((root) => root.viewed);
  const storedVerdicts = useStorage((root) => root.verdicts);
  const userIds = useMemo(() => new Set(people.map(({ id }) => id)), [people]);
  const viewed = useMemo(() => readViewed(storedViewed, userIds, change.files), [storedViewed, userIds]);
  const verdicts = useMemo(() => readVerdicts(storedVerdicts, userIds), [storedVerdicts, userIds]);
  const setViewed = useMutation(
    ({ storage }, file: string, isViewed: boolean) => {
      const key = viewedKey(you.id, file);
      if (isViewed) storage.get("viewed").set(key, true);
      else storage.get("viewed").delete(key);
    },
    [you.id],
  );
  const setVerdict = useMutation(
    ({ storage }, verdict: Verdict | null) => {
      if (verdict === null) storage.get("verdicts").delete(you.id);
      else storage.get("verdicts").set(you.id, verdict);
    },
    [you.id],
  );
  return { loaded: storedViewed !== null, viewed, verdicts, setViewed, setVerdict };
}
