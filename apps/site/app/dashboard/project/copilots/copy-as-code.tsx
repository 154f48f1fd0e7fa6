import { Code } from "lucide-react";
import { useSiteConfig } from "../../../api/use-site-config.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { toast } from "../../../ui/toast.ts";
import { copilotAsCurl, copilotAsNode } from "./copilot-as-code.ts";
import type { CopilotBody } from "./copilot-queries.ts";

/** Copies the call that creates a copilot like this one, without the key of its provider. */
export function CopyAsCode({ copilot }: { copilot: CopilotBody }) {
  const { data: config } = useSiteConfig();
  const copy = (code: string) =>
    void navigator.clipboard
      .writeText(code)
      .then(() => toast({ title: "Code copied", description: "Set PROVIDER_API_KEY to the provider's API key." }));
  return (
    <Menu
      trigger={
        <Button disabled={config === undefined}>
          <Code className="size-4" aria-hidden />
          Copy as code
        </Button>
      }
    >
      <MenuItem onSelect={() => config && copy(copilotAsCurl(copilot, config.serverUrl))}>curl</MenuItem>
      <MenuItem onSelect={() => config && copy(copilotAsNode(copilot, config.serverUrl))}>Node.js</MenuItem>
    </Menu>
  );
}
