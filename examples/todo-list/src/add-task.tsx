import { useUpdateMyPresence } from "@weft/react";
import { useState } from "react";
import { longestText } from "./room-types.ts";
import type { Person } from "./use-people.ts";

interface AddTaskProps {
  readonly people: readonly Person[];
  readonly onAdd: (text: string) => void;
}

export function AddTask({ people, onAdd }: AddTaskProps) {
  const [text, setText] = useState("");
  const updatePresence = useUpdateMyPresence();

  const change = (next: string) => {
    setText(next);
    updatePresence({ activity: { kind: next.trim() === "" ? "none" : "adding" } });
  };

  return (
    <form
      className="add"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = text.trim();
        if (wanted === "") return;
        onAdd(wanted);
        change("");
      }}
    >
      <label className="visually-hidden" htmlFor="new-task">
        New task
      </label>
      <input
        id="new-task"
        className="field"
        type="text"
        value={text}
        placeholder="Add a task"
        maxLength={longestText}
        autoComplete="off"
        enterKeyHint="done"
        onChange={(event) => change(event.target.value)}
        onBlur={() => updatePresence({ activity: { kind: "none" } })}
      />
      <button type="submit" className="button" data-kind="primary">
        Add
      </button>
      <p className="adding" aria-live="polite">
        {sentence(people.filter(({ activity }) => activity.kind === "adding"))}
      </p>
    </form>
  );
}

function sentence(people: readonly Person[]): string {
  const [first, second] = people;
  if (!first) return "";
  if (!second) return `${first.visitor.name} is adding a task…`;
  if (people.length === 2) return `${first.visitor.name} and ${second.visitor.name} are adding tasks…`;
  return `${people.length} people are adding tasks…`;
}
