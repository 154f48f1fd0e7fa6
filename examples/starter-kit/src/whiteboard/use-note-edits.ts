import { LiveObject } from "@weft/client";
import { useMutation } from "@weft/react";
import { noteColors } from "../weft/types.ts";
import type { Note } from "../weft/types.ts";

export const canvas = { width: 1600, height: 1000 } as const;
export const noteSize = 180;

/** Every edit of a whiteboard. Edits of a note that was deleted in the meantime change nothing. */
export function useNoteEdits() {
  const add = useMutation(({ storage }, corner: { x: number; y: number }) => {
    const notes = storage.get("notes");
    const color = noteColors[(notes?.size ?? 0) % noteColors.length]!;
    notes?.set(crypto.randomUUID(), new LiveObject({ ...withinCanvas(corner), text: "", color }));
  }, []);

  const move = useMutation(({ storage }, id: string, corner: { x: number; y: number }) => {
    storage.get("notes")?.get(id)?.update(withinCanvas(corner));
  }, []);

  const write = useMutation(({ storage }, id: string, text: string) => {
    storage.get("notes")?.get(id)?.set("text", text);
  }, []);

  const remove = useMutation(({ storage }, id: string) => {
    storage.get("notes")?.delete(id);
  }, []);

  return { add, move, write, remove };
}

export type NoteEdits = ReturnType<typeof useNoteEdits>;

function withinCanvas({ x, y }: { x: number; y: number }): Pick<Note, "x" | "y"> {
  return {
    x: Math.round(Math.min(Math.max(x, 0), canvas.width - noteSize)),
    y: Math.round(Math.min(Math.max(y, 0), canvas.height - noteSize)),
  };
}
