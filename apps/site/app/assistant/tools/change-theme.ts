import { chooseTheme, currentPalette, themes } from "../../theme/theme.ts";
import { parameters, wordArgument } from "./assistant-tool.ts";
import type { AssistantTool } from "./assistant-tool.ts";

const problem = "There was a problem switching the theme.";

export const changeTheme: AssistantTool = {
  description: "Change the theme of the site: light, dark, or the one of the user's system.",
  parameters: parameters({ theme: { type: "string", enum: [...themes] } }),
  running: "Switching the theme…",
  done: ({ theme }) => (typeof theme === "string" ? `Theme set to ${theme}.` : problem),
  execute(args) {
    const theme = wordArgument(args, "theme", themes);
    if (theme === undefined) return { error: problem };
    chooseTheme(theme);
    return { data: { theme, resolvedTheme: currentPalette() }, description: "The theme has changed." };
  },
};
