// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import type { ReactElement } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Button } from "./button.tsx";
import { DropdownMenu, DropdownMenuItem } from "./dropdown-menu.tsx";
import { Popover } from "./popover.tsx";
import { Slot } from "./slot.tsx";
import { Tooltip } from "./tooltip.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const focused = () => document.activeElement?.textContent;
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });

/** What an event of a pointer has is read of a mouse event: jsdom has none of its own. */
const pressAt = (element: Element) => fireEvent(element, new MouseEvent("pointerdown", { bubbles: true }));

function Menu({ onSelect = () => {} }: { readonly onSelect?: (name: string, event: Event) => void }): ReactElement {
  return (
    <>
      <DropdownMenu label="Actions" trigger={<Button>Open</Button>}>
        {["Copy", "Cut", "Paste"].map((name) => (
          <DropdownMenuItem key={name} disabled={name === "Cut"} onSelect={(event) => onSelect(name, event)}>
            {name}
          </DropdownMenuItem>
        ))}
        <DropdownMenuItem>Print</DropdownMenuItem>
      </DropdownMenu>
      <p>Outside</p>
    </>
  );
}

describe("menus", () => {
  test("[UI3] a menu opens with its first item focused, and arrow keys, Home, End and letters move the focus", async () => {
    render(<Menu />);
    const trigger = screen.getByRole("button");
    expect(trigger.getAttribute("aria-expanded")).toBe("false");
    await act(async () => void fireEvent.click(trigger));
    expect(trigger.getAttribute("aria-expanded")).toBe("true");
    expect(screen.getByRole("menu", { name: "Actions" }).classList).toContain("lb-dropdown");
    const seen = [focused()];
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "p", "End", "c"]) {
      press(key);
      seen.push(focused());
    }
    expect(seen).toEqual(["Copy", "Paste", "Print", "Copy", "Print", "Copy", "Paste", "Print", "Print"]);
  });

  test("[UI3] it opens with an arrow key, at the end with that upwards", async () => {
    render(<Menu />);
    screen.getByRole("button").focus();
    await act(async () => void press("ArrowUp"));
    expect(focused()).toBe("Print");
  });

  test("[UI3] Enter and Space select, unless the item is disabled, and the focus returns to the trigger", async () => {
    const selected: string[] = [];
    render(<Menu onSelect={(name) => void selected.push(name)} />);
    const trigger = screen.getByRole("button");
    for (const key of ["Enter", " "]) {
      await act(async () => void fireEvent.click(trigger));
      await act(async () => void press(key));
      expect(screen.queryByRole("menu")).toBe(null);
      expect(document.activeElement).toBe(trigger);
    }
    await act(async () => void fireEvent.click(trigger));
    await act(async () => void fireEvent.click(screen.getByRole("menuitem", { name: "Cut" })));
    expect(selected).toEqual(["Copy", "Copy"]);
  });

  test("[UI3] it stays open if a selection's default is prevented", async () => {
    render(<Menu onSelect={(_, event) => event.preventDefault()} />);
    await act(async () => void fireEvent.click(screen.getByRole("button")));
    await act(async () => void press("Enter"));
    expect(screen.getByRole("menu")).toBeTruthy();
  });

  test("[UI3] Escape, Tab and a press outside close it", async () => {
    render(<Menu />);
    const trigger = screen.getByRole("button");
    const ways = [() => press("Escape"), () => press("Tab"), () => pressAt(screen.getByText("Outside"))];
    for (const close of ways) {
      await act(async () => void fireEvent.click(trigger));
      await act(async () => void close());
      expect(screen.queryByRole("menu")).toBe(null);
      expect(document.activeElement).toBe(trigger);
    }
    await act(async () => void fireEvent.click(trigger));
    await act(async () => void pressAt(screen.getByRole("menuitem", { name: "Copy" })));
    expect(screen.getByRole("menu")).toBeTruthy();
  });
});

function Dialogs(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Popover open={isOpen} onOpenChange={setOpen} aria-label="Thread" trigger={<Button>Show</Button>}>
        <button type="button">First</button>
        <DropdownMenu trigger={<Button>Last</Button>}>
          <DropdownMenuItem>Item</DropdownMenuItem>
        </DropdownMenu>
      </Popover>
      <p>Outside</p>
    </>
  );
}

describe("popovers", () => {
  test("[UI4] the focus is in it, and Tab goes round in it", async () => {
    render(<Dialogs />);
    await act(async () => void fireEvent.click(screen.getByText("Show")));
    const dialog = screen.getByRole("dialog", { name: "Thread" });
    expect(document.activeElement).toBe(dialog);
    fireEvent.keyDown(dialog, { key: "Tab", shiftKey: true });
    expect(focused()).toBe("Last");
    press("Tab");
    expect(focused()).toBe("First");
  });

  test("[UI4] Escape closes the last layer alone, and a press in a layer of its own does not close it", async () => {
    render(<Dialogs />);
    await act(async () => void fireEvent.click(screen.getByText("Show")));
    await act(async () => void fireEvent.click(within(screen.getByRole("dialog")).getByText("Last")));
    await act(async () => void pressAt(screen.getByRole("menuitem")));
    expect(screen.getByRole("dialog")).toBeTruthy();
    await act(async () => void press("Escape"));
    expect(screen.queryByRole("menu")).toBe(null);
    expect(focused()).toBe("Last");
    await act(async () => void press("Escape"));
    expect(screen.queryByRole("dialog")).toBe(null);
    expect(focused()).toBe("Show");
  });

  test("[UI4] a press outside closes it, and one on its trigger once", async () => {
    render(<Dialogs />);
    const trigger = screen.getByText("Show");
    await act(async () => void fireEvent.click(trigger));
    await act(async () => void pressAt(screen.getByText("Outside")));
    expect(screen.queryByRole("dialog")).toBe(null);
    await act(async () => void fireEvent.click(trigger));
    await act(async () => {
      pressAt(trigger);
      fireEvent.click(trigger);
    });
    expect(screen.queryByRole("dialog")).toBe(null);
  });
});

describe("tooltips", () => {
  const Tip = () => (
    <Tooltip content="More about it" shortcut="Ctrl+K">
      <Button>Trigger</Button>
    </Tooltip>
  );

  test("[UI5] it is shown after the pointer has rested on the trigger, and hidden after it has left", async () => {
    vi.useFakeTimers();
    render(<Tip />);
    const trigger = screen.getByRole("button");
    fireEvent.pointerMove(trigger);
    expect(screen.queryByRole("tooltip")).toBe(null);
    await act(async () => void vi.runAllTimers());
    const tooltip = screen.getByRole("tooltip");
    expect(tooltip.textContent).toBe("More about itCtrl+K");
    expect(trigger.getAttribute("aria-describedby")).toBe(tooltip.id);
    fireEvent.pointerOut(trigger);
    fireEvent.pointerOver(tooltip);
    await act(async () => void vi.runAllTimers());
    expect(screen.getByRole("tooltip")).toBeTruthy();
    fireEvent.pointerOut(tooltip);
    await act(async () => void vi.runAllTimers());
    expect(screen.queryByRole("tooltip")).toBe(null);
  });

  test("[UI5] it is shown at once with the focus of a keyboard, until Escape", async () => {
    render(<Tip />);
    const trigger = screen.getByRole("button");
    vi.spyOn(trigger, "matches").mockReturnValue(true);
    await act(async () => trigger.focus());
    expect(screen.getByRole("tooltip")).toBeTruthy();
    await act(async () => void press("Escape"));
    expect(screen.queryByRole("tooltip")).toBe(null);
  });

  test("[UI5] it is not shown over the menu that its trigger has opened", async () => {
    render(
      <DropdownMenu
        trigger={
          <Tooltip content="More">
            <Button>Open</Button>
          </Tooltip>
        }
      >
        <DropdownMenuItem>Copy</DropdownMenuItem>
      </DropdownMenu>,
    );
    vi.useFakeTimers();
    const trigger = screen.getByRole("button");
    await act(async () => void fireEvent.click(trigger));
    fireEvent.pointerMove(trigger);
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.queryByRole("tooltip")).toBeNull();
    await act(async () => void fireEvent.click(trigger));
    fireEvent.pointerOut(trigger);
    fireEvent.pointerMove(trigger);
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByRole("tooltip").textContent).toBe("More");
  });

  test("[UI5] a press hides it, and it does not come with a touch", async () => {
    vi.useFakeTimers();
    render(<Tip />);
    const trigger = screen.getByRole("button");
    fireEvent.pointerMove(trigger);
    fireEvent.pointerDown(trigger);
    fireEvent.pointerMove(trigger);
    await act(async () => void vi.runAllTimers());
    expect(screen.queryByRole("tooltip")).toBe(null);
  });

  test("[UI5] it is not shown for a trigger that appears below a pointer that rests", async () => {
    vi.useFakeTimers();
    render(<Tip />);
    fireEvent.pointerOver(screen.getByRole("button"));
    await act(async () => void vi.runAllTimers());
    expect(screen.queryByRole("tooltip")).toBe(null);
  });
});

test("a slot joins props, and both handlers are called", () => {
  const calls: string[] = [];
  const refs: unknown[] = [];
  render(
    <Slot className="given" title="given" onClick={() => calls.push("given")} ref={(node) => void refs.push(node)}>
      <a className="own" href="#here" onClick={() => calls.push("own")} ref={(node) => void refs.push(node)}>
        Link
      </a>
    </Slot>,
  );
  const link = screen.getByRole("link");
  fireEvent.click(link);
  expect([calls, link.className, link.title]).toEqual([["own", "given"], "given own", "given"]);
  expect(refs).toEqual([link, link]);
});
