import { LiveMap, LiveObject } from "@weft/client";
import { useHistory, useMutation } from "@weft/react";
import { newId } from "@weft/example-shared";
import { placeAt, placeToMoveTo } from "@weft/example-shared/places";
import { readForm } from "./read-form.ts";
import { kindNames, mostOptions, mostQuestions } from "./room-types.ts";
import type { Kind, Option, Question, Response } from "./room-types.ts";

/**
 * Every edit of the form, each one undo step. Edits of something that was deleted in the meantime do nothing. Responses are
 * not part of the history: undo does not take back what was submitted.
 */
export function useFormEdits() {
  const { disable } = useHistory();
  const setTitle = useMutation(({ storage }, title: string) => storage.set("title", title), []);
  const setDescription = useMutation(({ storage }, text: string) => storage.set("description", text), []);

  const addQuestion = useMutation(({ storage }, kind: Kind) => {
    const { questions } = readForm(storage.toJSON());
    if (questions.length >= mostQuestions) return;
    const labels = kind === "single" || kind === "multiple" ? ["Option 1", "Option 2"] : [];
    storage.get("questions").set(
      newId(),
      new LiveObject<Question>({
        kind,
        label: kindNames[kind],
        isRequired: false,
        place: placeAt(questions, questions.length),
        options: new LiveMap(labels.map((label, index) => [newId(), new LiveObject({ label, place: index + 1 })])),
      }),
    );
  }, []);
  const changeQuestion = useMutation(
    ({ storage }, id: string, changes: Partial<Pick<Question, "label" | "isRequired">>) => {
      storage.get("questions").get(id)?.update(changes);
    },
    [],
  );
  const removeQuestion = useMutation(({ storage }, id: string) => storage.get("questions").delete(id), []);
  const moveQuestion = useMutation(({ storage }, id: string, index: number) => {
    const place = placeToMoveTo(readForm(storage.toJSON()).questions, id, index);
    storage.get("questions").get(id)?.set("place", place);
  }, []);

  const addOption = useMutation(({ storage }, questionId: string, label: string) => {
    const options = readForm(storage.toJSON()).questions.find(({ id }) => id === questionId)?.options ?? [];
    if (options.length >= mostOptions) return;
    const option = new LiveObject<Option>({ label, place: placeAt(options, options.length) });
    storage.get("questions").get(questionId)?.get("options").set(newId(), option);
  }, []);
  const renameOption = useMutation(({ storage }, questionId: string, id: string, label: string) => {
    storage.get("questions").get(questionId)?.get("options").get(id)?.set("label", label);
  }, []);
  const removeOption = useMutation(({ storage }, questionId: string, id: string) => {
    storage.get("questions").get(questionId)?.get("options").delete(id);
  }, []);

  const submit = useMutation(({ storage }, response: Response) => storage.get("responses").set(newId(), response), []);
  const clear = useMutation(({ storage }) => {
    for (const id of Array.from(storage.get("responses").keys())) storage.get("responses").delete(id);
  }, []);

  return {
    setTitle,
    setDescription,
    addQuestion,
    changeQuestion,
    removeQuestion,
    moveQuestion,
    addOption,
    renameOption,
    removeOption,
    submit: (response: Response) => disable(() => submit(response)),
    clearResponses: clear,
  };
}

export type FormEdits = ReturnType<typeof useFormEdits>;
