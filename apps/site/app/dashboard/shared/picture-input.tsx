import { useId, useState } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { resizePicture } from "./resize-picture.ts";

export interface PictureInputProps {
  readonly id: string;
  readonly name: string;
  readonly image: string | null;
  readonly team?: boolean;
  /** Saves it; null takes it away. */
  readonly onChange: (image: string | null) => Promise<unknown>;
}

/** The picture of a person or a team, replaced by a file. */
export function PictureInput({ id, name, image, team = false, onChange }: PictureInputProps) {
  const input = useId();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const save = async (next: () => Promise<string | null>) => {
    setBusy(true);
    setFault(undefined);
    try {
      await onChange(await next());
    } catch (error) {
      setFault(error instanceof Error ? error.message : "The picture could not be saved.");
    }
    setBusy(false);
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar id={id} name={name} image={image} size="xxl" team={team} decorative />
        <label htmlFor={input} className="sr-only">
          Picture
        </label>
        <input
          id={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = "";
            if (file) void save(() => resizePicture(file));
          }}
        />
        <Button busy={busy} onClick={() => document.getElementById(input)?.click()}>
          {image === null ? "Upload a picture" : "Replace"}
        </Button>
        {image !== null && (
          <Button variant="ghost" disabled={busy} onClick={() => void save(() => Promise.resolve(null))}>
            Remove
          </Button>
        )}
      </div>
      {fault && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {fault}
        </p>
      )}
    </div>
  );
}
