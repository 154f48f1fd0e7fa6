import type { Json } from "@weft/protocol";
import { useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Input } from "../../../../ui/input.tsx";
import { parseJson } from "../storage/storage-json.ts";

export interface SetValueFormProps {
  /** Undefined until Storage is loaded. */
  onSet: ((key: string, value: Json) => void) | undefined;
}

/** Writes to Storage through the connection of the tab, so that pending ops can be watched. */
export function SetValueForm({ onSet }: SetValueFormProps) {
  const [key, setKey] = useState("");
  const [value, setValue] = useState("");
  const [tried, setTried] = useState(false);
  const read = parseJson(value);
  const faults = {
    key: key === "" ? "Enter a key." : undefined,
    value: "fault" in read ? read.fault : undefined,
  };
  return (
    <form
      aria-label="Set a value in Storage"
      className="grid items-start gap-3 sm:grid-cols-[1fr_2fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (key === "" || "fault" in read || onSet === undefined) return;
        onSet(key, read.value);
        setTried(false);
      }}
    >
      <Field label="Key" error={tried ? faults.key : undefined}>
        <Input
          value={key}
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      <Field label="Value" error={tried ? faults.value : undefined}>
        <Input
          value={value}
          spellCheck={false}
          autoComplete="off"
          placeholder='"text", 1, true, { "a": 1 }'
          className="font-mono"
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Button type="submit" className="sm:mt-6.5" disabled={onSet === undefined}>
        Set in Storage
      </Button>
    </form>
  );
}
