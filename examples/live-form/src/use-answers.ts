import { shallow, useMutation, useStorage } from "@weft/react";
import { readAnswers } from "./fields.ts";
import type { FieldName } from "./room-types.ts";

/** The form’s answers and its edits. Each field is a key of one object: two people in two fields never collide. */
export function useAnswers() {
  const answers = useStorage((root) => readAnswers(root.answers), shallow);
  const submittedBy = useStorage((root) => (typeof root.submittedBy === "string" ? root.submittedBy : ""));
  const answer = useMutation(({ storage }, name: FieldName, value: string) => {
    storage.get("answers").set(name, value);
  }, []);
  const setSubmittedBy = useMutation(({ storage }, name: string) => storage.set("submittedBy", name), []);
  return { answers, submittedBy: submittedBy ?? "", answer, setSubmittedBy };
}
