import { useSyncExternalStore } from "react";
import { currentTheme, onThemeChange, toggleTheme } from "./theme.ts";

export function ThemeToggle() {
  const theme = useSyncExternalStore(onThemeChange, currentTheme);
  const label = theme === "dark" ? "Use the light theme" : "Use the dark theme";
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={toggleTheme}>
      <svg
        width="20"
        height="20"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        {theme === "dark" ? (
          <>
            <circle cx="10" cy="10" r="3.4" />
            <path
              strokeLinecap="round"
              d="M10 2.2v1.6M10 16.2v1.6M2.2 10h1.6M16.2 10h1.6M4.5 4.5l1.1 1.1M14.4 14.4l1.1 1.1M15.5 4.5l-1.1 1.1M5.6 14.4l-1.1 1.1"
            />
          </>
        ) : (
          <path strokeLinejoin="round" d="M16.6 12.1A7 7 0 0 1 7.9 3.4a7 7 0 1 0 8.7 8.7Z" />
        )}
      </svg>
    </button>
  );
}
