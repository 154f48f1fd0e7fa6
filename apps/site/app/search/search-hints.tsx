import { Kbd } from "../ui/kbd.tsx";

/** Which keys work in the dialog. */
export function SearchHints() {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line px-4 py-2.5 text-xs text-muted">
      <span className="flex items-center gap-1.5">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        <span>to navigate</span>
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>↵</Kbd>
        <span>to select</span>
      </span>
      <span className="flex items-center gap-1.5 max-sm:hidden">
        <Kbd>Esc</Kbd>
        <span>to close</span>
      </span>
    </div>
  );
}
