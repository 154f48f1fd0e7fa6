/** Buttons of toolbars. A press leaves the focus, and with it the selection, where the text is. */
import { forwardRef } from "react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { formatShortcut } from "./shortcut.ts";
import { Tooltip } from "./tooltip.tsx";

/** Props of `ToolbarButton`. */
export interface ToolbarButtonProps extends ComponentPropsWithoutRef<"button"> {
  /** What the button does: its tooltip and accessible name, and its label if it has no icon and no children. */
  readonly name: string;
  readonly icon?: ReactNode;
  /** Keys that do the same, such as "Mod-Shift-S"; shown in the tooltip as the user's device writes them. */
  readonly shortcut?: string;
}

/**
 * A button of a toolbar.
 *
 * @example
 * <ToolbarButton name="Undo" shortcut="Mod-Z" icon={<Icon.Undo />} onClick={undo} />
 */
export const ToolbarButton = forwardRef<HTMLButtonElement, ToolbarButtonProps>(function ToolbarButton(
  { name, icon, shortcut, className, children, onMouseDown, ...props },
  ref,
) {
  const label = children ?? (icon === undefined ? name : undefined);
  return (
    <Tooltip
      content={label === name && shortcut === undefined ? undefined : name}
      shortcut={shortcut === undefined ? undefined : formatShortcut(shortcut)}
    >
      <Button
        variant="toolbar"
        aria-label={label === name ? undefined : name}
        {...props}
        ref={ref}
        icon={icon}
        className={classNames("lb-toolbar-button", className)}
        onMouseDown={(event) => {
          onMouseDown?.(event);
          event.preventDefault();
        }}
      >
        {label}
      </Button>
    </Tooltip>
  );
});

/** Props of `ToolbarToggle`. */
export interface ToolbarToggleProps extends ToolbarButtonProps {
  /** Whether what it toggles is on. */
  readonly active: boolean;
}

/**
 * A button of a toolbar that turns something on and off.
 *
 * @example
 * <ToolbarToggle name="Bold" shortcut="Mod-B" icon={<Icon.Bold />} active={isBold} onClick={toggleBold} />
 */
export const ToolbarToggle = forwardRef<HTMLButtonElement, ToolbarToggleProps>(function ToolbarToggle(
  { active, className, ...props },
  ref,
) {
  return (
    <ToolbarButton
      aria-pressed={active}
      data-state={active ? "on" : "off"}
      {...props}
      ref={ref}
      className={classNames("lb-toolbar-toggle", className)}
    />
  );
});
