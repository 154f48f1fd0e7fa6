import { Monitor, Moon, Sun } from "lucide-react";
import type { ReactElement } from "react";
import { chooseTheme } from "../theme/theme.ts";
import type { Theme } from "../theme/theme.ts";
import { useTheme } from "../theme/use-theme.ts";
import { Menu, MenuChoice } from "../ui/menu.tsx";

const options = [
  {
    value: "light",
    label: (
      <>
        <Sun aria-hidden />
        Light
      </>
    ),
  },
  {
    value: "dark",
    label: (
      <>
        <Moon aria-hidden />
        Dark
      </>
    ),
  },
  {
    value: "system",
    label: (
      <>
        <Monitor aria-hidden />
        System
      </>
    ),
  },
] as const;

/** Light, dark, or as the system. */
export function ThemeMenu({ trigger }: { trigger: ReactElement }) {
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuChoice<Theme> label="Theme" value={useTheme()} options={options} onValueChange={chooseTheme} />
    </Menu>
  );
}
