import { SunMoon } from "lucide-react";
import { Suspense, useState } from "react";
import { IconButton } from "../ui/icon-button.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

const ThemeMenu = lazyPart(() => import("./theme-menu.tsx").then((m) => ({ default: m.ThemeMenu })));

/** Opens the theme menu; what draws the menu is fetched at the first press. */
export function ThemeButton() {
  const [wanted, setWanted] = useState(false);
  const button = (
    <IconButton name="Theme" aria-haspopup="menu" onClick={() => setWanted(true)}>
      <SunMoon className="size-[1.125rem]" aria-hidden />
    </IconButton>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <ThemeMenu trigger={button} />
    </Suspense>
  );
}
