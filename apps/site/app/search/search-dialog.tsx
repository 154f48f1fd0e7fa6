import { Dialog as Base } from "@base-ui/react/dialog";
import { Search, X } from "lucide-react";
import { useDeferredValue, useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { countOf } from "../formats/count.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { focusTarget } from "./focus-target.ts";
import { placeOfBest } from "./options.ts";
import type { Option } from "./options.ts";
import { routeParams } from "./route-params.ts";
import { runAction } from "./run-action.ts";
import { SearchHints } from "./search-hints.tsx";
import { SearchRow } from "./search-row.tsx";
import { expandedLimit, resultLimit } from "./search.ts";
import { useRecentSearches } from "./use-recent-searches.ts";
import { useSearch } from "./use-search.ts";

export interface SearchDialogProps {
  /** What the search begins with. */
  query: string;
  onClose: () => void;
}

/** Search over the docs and what the person may see. */
export function SearchDialog({ query: first, onClose }: SearchDialogProps) {
  const [typed, setTyped] = useState(first);
  const [limit, setLimit] = useState(resultLimit);
  // Null until a row is chosen: the best match is then the one that Enter opens.
  const [active, setActive] = useState<number | null>(null);
  const query = useDeferredValue(typed);
  const [recent, remember] = useRecentSearches();
  const { groups, total, best, loading, retry } = useSearch(query, limit, recent);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  // Where focus goes is decided by what was chosen, not by the dialog.
  const left = useRef(false);
  const id = useId();

  const options = groups.flatMap((group) => group.options);
  const current = Math.min(active ?? placeOfBest(groups, best), options.length - 1);
  const optionId = (place: number) => `${id}option${place}`;

  useEffect(() => {
    document.getElementById(`${id}option${current}`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);

  const close = () => {
    onClose();
    // An address that opened the search is not to open it again.
    const rest = new URLSearchParams(search);
    if (pathname.startsWith("/dashboard") || !rest.has("q")) return;
    rest.delete("q");
    void navigate({ search: rest.toString() }, { replace: true, preventScrollReset: true });
  };

  const go = (href: string, apart: boolean) => {
    if (apart) {
      window.open(href, "_blank", "noopener");
      return;
    }
    left.current = true;
    onClose();
    void navigate(href);
    focusTarget(href, pathname);
  };

  const choose = (option: Option, apart: boolean) => {
    switch (option.kind) {
      case "item":
        if ("action" in option.item && option.item.action !== undefined) {
          onClose();
          return void runAction(option.item.action, routeParams(pathname));
        }
        remember(option.item);
        return go(option.item.href, apart);
      case "ask":
        onClose();
        return void runAction("ask-assistant", {});
      case "browse":
        return go("/docs", apart);
      case "more":
        return setLimit(expandedLimit);
      case "retry":
        return retry();
    }
  };

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = options.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: current >= last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      Home: 0,
      End: last,
    };
    const step = steps[event.key];
    if (step !== undefined && !event.shiftKey) {
      event.preventDefault();
      setActive(step);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const option = options[current];
      if (option) choose(option, event.metaKey || event.ctrlKey);
    }
  };

  let place = 0;
  return (
    <Base.Root open onOpenChange={(open) => !open && close()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-(--quick) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 grid justify-items-center p-3 pt-[max(0.75rem,10dvh)] max-sm:pt-3">
          <Base.Popup
            aria-label="Search"
            initialFocus={input}
            finalFocus={() => !left.current}
            className="popup-motion flex h-fit max-h-[min(36rem,80dvh)] w-full max-w-2xl flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-float"
          >
            <div className="flex items-center gap-3 border-b border-line pr-2 pl-4">
              <Search className="size-4.5 shrink-0 text-faint" aria-hidden />
              <input
                ref={input}
                role="combobox"
                aria-label="Search"
                aria-expanded={options.length > 0}
                aria-controls={`${id}list`}
                aria-autocomplete="list"
                aria-activedescendant={options.length > 0 ? optionId(current) : undefined}
                placeholder="Search…"
                autoComplete="off"
                autoCorrect="off"
                spellCheck={false}
                enterKeyHint="go"
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setActive(null);
                  setLimit(resultLimit);
                }}
                onKeyDown={press}
                className="h-14 w-full min-w-0 bg-transparent text-base text-ink outline-none placeholder:text-faint"
              />
              <IconButton name="Close search" onClick={close}>
                <X className="size-4.5" aria-hidden />
              </IconButton>
            </div>
            <p role="status" className="sr-only">
              {total !== undefined && !loading && countOf(total, "result")}
            </p>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
              {total === 0 && !loading && (
                <p className="px-3 pt-5 pb-4 text-sm text-muted">No results for “{query.trim()}”.</p>
              )}
              <div role="listbox" id={`${id}list`} aria-label="Results" aria-busy={loading}>
                {groups.map((group, at) => (
                  <div
                    key={group.name ?? ""}
                    role="group"
                    aria-labelledby={group.name === undefined ? undefined : `${id}group${at}`}
                    aria-label={group.name === undefined ? "More" : undefined}
                    className="py-1"
                  >
                    {group.name !== undefined && (
                      <div id={`${id}group${at}`} role="presentation" className="px-3 py-1.5 text-xs text-faint">
                        {group.name}
                      </div>
                    )}
                    {group.options.map((option) => {
                      const mine = place++;
                      return (
                        <SearchRow
                          key={mine}
                          id={optionId(mine)}
                          option={option}
                          query={query}
                          active={mine === current}
                          onPoint={() => setActive(mine)}
                          onChoose={(apart) => choose(option, apart)}
                        />
                      );
                    })}
                  </div>
                ))}
              </div>
              {loading && (
                <div className="flex flex-col gap-3 px-3 py-3">
                  {["w-2/3", "w-1/2", "w-3/5"].map((width) => (
                    <Skeleton key={width} className={`h-8 ${width}`} />
                  ))}
                </div>
              )}
            </div>
            <SearchHints />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
