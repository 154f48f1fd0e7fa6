import { useRef } from "react";
import { FormMessage } from "../../../../ui/form-message.tsx";
import { SetValueForm } from "./set-value-form.tsx";
import { useDevtools } from "./use-devtools.ts";

export interface RoomPanelProps {
  projectId: string;
  roomId: string;
  writes: boolean;
}

/** The panel of `@weft/devtools`, inline, with a form to try edits over the network that it simulates. */
export default function RoomPanel({ projectId, roomId, writes }: RoomPanelProps) {
  const parent = useRef<HTMLDivElement>(null);
  const { setValue, error } = useDevtools({ projectId, roomId, writes, parent });
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <FormMessage>{error}</FormMessage>
      <div
        ref={parent}
        // The panel has the colors of the page's theme, and not those that the system prefers.
        className="h-112 overflow-hidden rounded-lg border border-line *:[color-scheme:inherit]!"
      />
      {writes && <SetValueForm onSet={setValue} />}
    </div>
  );
}
