import type { ComponentPropsWithoutRef, KeyboardEvent } from "react";
import { forwardRef, memo, useEffect, useId, useMemo, useRef, useState } from "react";
import { useOverrides, useUiConfig } from "../config.tsx";
import type { GlobalOverrides } from "../overrides/overrides.ts";
import { classNames } from "../ui/class-names.ts";
import { groupNames } from "./data/group-names.ts";
import type { EmojiEntry, EmojiGroup, SkinTone } from "./emoji-list.ts";
import { emojiGroups, findEmoji, loadEmoji, skinTones, withTone } from "./emoji-list.ts";
import { chosenTone, recentEmoji, rememberEmoji, rememberTone } from "./recent-emoji.ts";

export interface EmojiPickerProps extends Omit<ComponentPropsWithoutRef<"div">, "children"> {
  /** Called with the emoji that was picked, in the chosen skin tone. */
  readonly onEmojiSelect: (emoji: string) => void;
  /** Whether the search field is focused when the picker is shown. It is unless this is false. */
  readonly autoFocus?: boolean;
  readonly overrides?: Partial<GlobalOverrides>;
}

type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "loaded"; readonly groups: readonly EmojiGroup[] }
  | { readonly kind: "failed"; readonly error: Error };

interface Section {
  readonly id: string;
  readonly name: string | undefined;
  readonly entries: readonly EmojiEntry[];
}

const columns = 9;
const recentId = "recent";
const toned: Pick<EmojiEntry, "emoji" | "hasTones"> = { emoji: "\u{270B}", hasTones: true };

/** A grid of emoji with a search field, groups, skin tones, and those that were picked recently. */
export const EmojiPicker = forwardRef<HTMLDivElement, EmojiPickerProps>(function EmojiPicker(
  { onEmojiSelect, autoFocus = true, overrides, className, ...props },
  ref,
) {
  const $ = useOverrides(overrides);
  const { emojibaseUrl: url } = useUiConfig();
  const id = useId();
  const [loaded, setLoaded] = useState<Loaded>({ kind: "loading" });
  const [text, setText] = useState("");
  const [tone, setTone] = useState<SkinTone>(chosenTone);
  // What is picked while the picker is shown does not move what is under the pointer.
  const [recent] = useState(recentEmoji);
  const search = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let isCurrent = true;
    setLoaded({ kind: "loading" });
    loadEmoji(url, $.locale).then(
      (groups) => isCurrent && setLoaded({ kind: "loaded", groups }),
      (error: Error) => isCurrent && setLoaded({ kind: "failed", error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [url, $.locale]);
  useEffect(() => {
    if (autoFocus) search.current?.focus({ preventScroll: true });
  }, [autoFocus]);

  const sections = useMemo(
    () => (loaded.kind === "loaded" ? sectionsOf(loaded.groups, text, recent, $.locale) : []),
    [loaded, text, recent, $.locale],
  );
  const pick = useRef((_emoji: string) => {});
  pick.current = (emoji) => {
    rememberEmoji(emoji);
    onEmojiSelect(emoji);
  };
  const [pickAny] = useState(() => (emoji: string) => pick.current(emoji));
  const changeTone = () => {
    const next = skinTones[(skinTones.indexOf(tone) + 1) % skinTones.length] ?? "";
    rememberTone(next);
    setTone(next);
  };
  const searchKey = (event: KeyboardEvent) => {
    const [first] = sections[0]?.entries ?? [];
    if (event.nativeEvent.isComposing || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
    event.preventDefault();
    if (event.key === "ArrowDown") focusCell(grid.current, 0, 0);
    else if (text.trim() !== "" && first !== undefined) pickAny(withTone(first, tone));
  };

  return (
    <div {...props} className={classNames("lb-root lb-emoji-picker", className)} dir={$.dir} ref={ref}>
      <div className="lb-emoji-picker-header">
        <input
          ref={search}
          type="search"
          className="lb-emoji-picker-search"
          placeholder={$.EMOJI_PICKER_SEARCH_PLACEHOLDER}
          aria-label={$.EMOJI_PICKER_SEARCH_PLACEHOLDER}
          aria-controls={`${id}grid`}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={searchKey}
        />
        <SkinToneButton tone={tone} label={$.EMOJI_PICKER_CHANGE_SKIN_TONE} onClick={changeTone} />
      </div>
      {text.trim() === "" && sections.length > 0 && (
        <div className="lb-emoji-picker-groups">
          {sections.map((section) => (
            <button
              key={section.id}
              type="button"
              className="lb-emoji-picker-group-button"
              aria-label={section.name}
              title={section.name}
              onClick={() => showSection(grid.current, section.id)}
            >
              {section.id === recentId ? "\u{1F552}" : section.entries[0]?.emoji}
            </button>
          ))}
        </div>
      )}
      <div
        ref={grid}
        id={`${id}grid`}
        role="grid"
        aria-label={$.EMOJI_PICKER_SEARCH_PLACEHOLDER}
        aria-busy={loaded.kind === "loading"}
        className="lb-emoji-picker-content"
        onKeyDown={(event) => moveInGrid(event, grid.current, search.current)}
        onFocus={(event) => takeTabStop(grid.current, event.target)}
      >
        {sections.map((section, at) => (
          <Rows key={section.id} section={section} tone={tone} onPick={pickAny} isFirst={at === 0} />
        ))}
      </div>
      {loaded.kind === "failed" && (
        <div className="lb-emoji-picker-error" role="alert">
          {$.EMOJI_PICKER_ERROR(loaded.error)}
        </div>
      )}
      {loaded.kind === "loaded" && sections.length === 0 && (
        <div className="lb-emoji-picker-empty" role="status">
          {$.EMOJI_PICKER_EMPTY}
        </div>
      )}
    </div>
  );
});

interface SkinToneButtonProps {
  readonly tone: SkinTone;
  readonly label: string;
  readonly onClick: () => void;
}

function SkinToneButton({ tone, label, onClick }: SkinToneButtonProps) {
  return (
    <button
      type="button"
      className="lb-button lb-emoji-picker-skin-tone"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {withTone(toned, tone)}
    </button>
  );
}

function sectionsOf(
  groups: readonly EmojiGroup[],
  text: string,
  recent: readonly string[],
  locale: string,
): readonly Section[] {
  if (text.trim() !== "") {
    const entries = findEmoji(groups, text);
    return entries.length === 0 ? [] : [{ id: "found", name: undefined, entries }];
  }
  const names = groupNames[new Intl.Locale(locale).language] ?? groupNames["en"] ?? [];
  const named = groups
    .filter(({ entries }) => entries.length > 0)
    .map(({ id, entries }) => ({ id, name: names[emojiGroups.indexOf(id) + 1], entries }));
  if (recent.length === 0) return named;
  // They are kept with the skin tone that they were picked with.
  const entries = recent.map((emoji) => ({ emoji, name: emoji, tags: "", hasTones: false }));
  return [{ id: recentId, name: names[0], entries }, ...named];
}

const Rows = memo(function Rows({
  section: { id, name, entries },
  tone,
  onPick,
  isFirst,
}: {
  readonly section: Section;
  readonly tone: SkinTone;
  readonly onPick: (emoji: string) => void;
  readonly isFirst: boolean;
}) {
  const rows = Array.from({ length: Math.ceil(entries.length / columns) }, (_, at) =>
    entries.slice(at * columns, (at + 1) * columns),
  );
  return (
    <div role="rowgroup" aria-label={name} className="lb-emoji-picker-group" data-group={id}>
      {name !== undefined && (
        <div role="presentation" className="lb-emoji-picker-group-name">
          {name}
        </div>
      )}
      {rows.map((row, y) => (
        <div key={row[0]?.emoji} role="row" className="lb-emoji-picker-row">
          {row.map((entry, x) => {
            const emoji = withTone(entry, tone);
            return (
              <div key={entry.emoji} role="gridcell" className="lb-emoji-picker-cell">
                <button
                  type="button"
                  className="lb-emoji-picker-emoji"
                  tabIndex={isFirst && y === 0 && x === 0 ? 0 : -1}
                  aria-label={entry.name}
                  title={entry.name}
                  data-emoji={emoji}
                  onClick={() => onPick(emoji)}
                >
                  {emoji}
                </button>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
});

function rowsOf(grid: Element | null): readonly HTMLElement[][] {
  return [...(grid?.querySelectorAll("[role=row]") ?? [])].map((row) => [...row.querySelectorAll("button")]);
}

function focusCell(grid: Element | null, y: number, x: number): boolean {
  const row = rowsOf(grid)[y];
  const cell = row?.[Math.min(x, row.length - 1)];
  cell?.focus();
  return cell !== undefined;
}

/** One emoji is in the order of the Tab key: the one that was focused last. */
function takeTabStop(grid: Element | null, cell: EventTarget): void {
  if (!(cell instanceof HTMLButtonElement)) return;
  for (const before of grid?.querySelectorAll<HTMLElement>("button[tabindex='0']") ?? []) before.tabIndex = -1;
  cell.tabIndex = 0;
}

function showSection(grid: Element | null, id: string): void {
  const section = grid?.querySelector<HTMLElement>(`[data-group="${id}"]`);
  section?.scrollIntoView?.({ block: "start" });
  section?.querySelector("button")?.focus({ preventScroll: true });
}

function moveInGrid(event: KeyboardEvent, grid: Element | null, search: HTMLInputElement | null): void {
  const rows = rowsOf(grid);
  const y = rows.findIndex((row) => row.includes(event.target as HTMLElement));
  const row = rows[y];
  if (row === undefined) return;
  const x = row.indexOf(event.target as HTMLElement);
  const forward = getComputedStyle(row[0] as Element).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const isLast = x === row.length - 1;
  const { key } = event;
  const isHorizontal = key === "ArrowLeft" || key === "ArrowRight";
  if (key === "ArrowUp" && y === 0) search?.focus();
  else if (key === "ArrowUp") focusCell(grid, y - 1, x);
  else if (key === "ArrowDown") focusCell(grid, Math.min(y + 1, rows.length - 1), x);
  else if (key === forward && isLast) focusCell(grid, y + 1, 0);
  else if (key === forward) focusCell(grid, y, x + 1);
  else if (isHorizontal && x > 0) focusCell(grid, y, x - 1);
  else if (isHorizontal) focusCell(grid, y - 1, columns);
  else if (key === "Home") focusCell(grid, event.ctrlKey ? 0 : y, 0);
  else if (key === "End") focusCell(grid, event.ctrlKey ? rows.length - 1 : y, columns);
  else {
    // Typing searches on.
    if (key.length === 1 && key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) search?.focus();
    return;
  }
  event.preventDefault();
}
