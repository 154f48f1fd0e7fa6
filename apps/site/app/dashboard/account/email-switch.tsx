import type { Preferences } from "@weft/protocol";
import { useState } from "react";
import { useMe } from "../../api/use-me.ts";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.ts";
import { useUpdateMe } from "./use-update-me.ts";

export interface EmailSwitchProps {
  kind: keyof Pick<Preferences, "webhookFailures" | "invitations" | "exports">;
  label: string;
  hint: string;
}

/** Turns a kind of emails off and on. */
export function EmailSwitch({ kind, label, hint }: EmailSwitchProps) {
  const { data: me } = useMe();
  const update = useUpdateMe();
  const [chosen, setChosen] = useState<boolean>();
  if (!me?.user) return null;

  const choose = async (wanted: boolean) => {
    setChosen(wanted);
    try {
      await update({ preferences: { [kind]: wanted } });
    } catch {
      toast({ title: "Couldn't save the setting. Try again.", tone: "danger" });
    }
    setChosen(undefined);
  };
  return (
    <Switch
      label={label}
      hint={hint}
      checked={chosen ?? me.preferences[kind] !== false}
      onCheckedChange={(wanted) => void choose(wanted)}
    />
  );
}
