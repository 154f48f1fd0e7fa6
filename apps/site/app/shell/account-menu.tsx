import { Keyboard, LayoutGrid, LogOut, UserRound } from "lucide-react";
import type { ReactElement } from "react";
import { chooseTheme } from "../theme/theme.ts";
import type { Theme } from "../theme/theme.ts";
import { useTheme } from "../theme/use-theme.ts";
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from "../ui/menu.tsx";
import { openShortcuts } from "./dialogs.ts";
import { displayName } from "./display-name.ts";

export interface AccountMenuProps {
  trigger: ReactElement;
  user: { firstName: string; lastName: string; email: string };
}

/** What belongs to the person who is signed in. */
export function AccountMenu({ trigger, user }: AccountMenuProps) {
  const theme = useTheme();
  return (
    <Menu trigger={trigger} defaultOpen>
      <div className="max-w-64 px-2.5 py-2 text-sm">
        <p className="truncate font-medium">{displayName(user)}</p>
        <p className="truncate text-muted">{user.email}</p>
      </div>
      <MenuSeparator />
      <MenuLink to="/dashboard">
        <LayoutGrid aria-hidden />
        Dashboard
      </MenuLink>
      <MenuLink to="/dashboard/account">
        <UserRound aria-hidden />
        Account
      </MenuLink>
      <MenuSeparator />
      <MenuChoice<Theme>
        label="Theme"
        value={theme}
        onValueChange={chooseTheme}
        options={[
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
          { value: "system", label: "System" },
        ]}
      />
      <MenuSeparator />
      <MenuItem onSelect={openShortcuts}>
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </MenuItem>
      <MenuLink to="/sign-out">
        <LogOut aria-hidden />
        Sign out
      </MenuLink>
    </Menu>
  );
}
