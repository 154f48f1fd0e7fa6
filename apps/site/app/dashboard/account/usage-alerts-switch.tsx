import { useState } from "react";
import { useMe } from "../../api/use-me.ts";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.ts";
import { getsUsageAlerts } from "./usage-alerts.ts";
import { useUpdateMe } from "./use-update-me.ts";

/** Whether its reader is mailed when a team, or any of theirs, nears a limit. One choice, for all of their teams. */
export function UsageAlertsSwitch({ teamId }: { teamId?: string }) {
  const { data: me } = useMe();
  const update = useUpdateMe();
  const [chosen, setChosen] = useState<boolean>();
  if (!me?.user) return null;

  const choose = async (usageAlerts: boolean) => {
    setChosen(usageAlerts);
    try {
      await update({ preferences: { usageAlerts } });
    } catch {
      toast({ title: "Couldn't save the setting. Try again.", tone: "danger" });
    }
    setChosen(undefined);
  };
  return (
    <Switch
      label="Email me at 80 % and 100 %"
      hint="Applies to all your teams. On by default for owners."
      checked={chosen ?? getsUsageAlerts(me, teamId)}
      onCheckedChange={(wanted) => void choose(wanted)}
    />
  );
}
