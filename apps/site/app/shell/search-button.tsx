import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Search } from "lucide-react";
import { prefetchSearch } from "../search/prefetch.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { openSearch } from "./dialogs.ts";
import { useSearchHint } from "./platform.ts";

/** Opens the search. It looks like a field, and is an icon on narrow screens. `className` sets the size of the field. */
export function SearchButton({ className }: { className: string }) {
  const hint = useSearchHint();
  const client = useQueryClient();
  return (
    <>
      <button
        type="button"
        onClick={() => openSearch()}
        onPointerEnter={() => void prefetchSearch(client)}
        aria-haspopup="dialog"
        className={clsx(
          "hidden items-center gap-2 rounded-md border border-line-strong bg-surface pr-1.5 text-sm text-faint transition-colors duration-(--quick) hover:border-line-control hover:text-ink md:flex",
          className,
        )}
      >
        <Search className="size-4" aria-hidden />
        <span className="flex-1 text-left">Search…</span>
        {hint && (
          <span aria-hidden>
            <Kbd>{hint}</Kbd>
          </span>
        )}
      </button>
      <IconButton name="Search…" className="md:hidden" aria-haspopup="dialog" onClick={() => openSearch()}>
        <Search className="size-[1.125rem]" aria-hidden />
      </IconButton>
    </>
  );
}
