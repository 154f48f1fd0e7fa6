import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { forwardRef } from "react";
import { Check, ChevronDown } from "../icon.tsx";
import { classNames } from "../ui/class-names.ts";
import { DropdownMenu, DropdownMenuItem } from "../ui/dropdown-menu.tsx";
import { ToolbarButton } from "../ui/toolbar-button.tsx";
import { useTextEditorOverrides } from "./texts.ts";

/** A kind of block, such as a heading, that a text can be changed into. */
export interface ToolbarBlock {
  readonly name: string;
  /** Shown in place of the name in the menu. */
  readonly label?: ReactNode;
  readonly icon?: ReactNode;
  /** Whether the block at the selection is of this kind; "default" if it is where no other is. */
  readonly isActive: (() => boolean) | "default";
  readonly setActive: () => void;
}

/** Props of `ToolbarBlockSelector`. */
export interface ToolbarBlockSelectorProps extends Omit<ComponentPropsWithoutRef<"button">, "children"> {
  readonly items: readonly ToolbarBlock[];
}

/**
 * Shows of which kind the block at the selection is, and changes it by a menu.
 *
 * @example
 * <ToolbarBlockSelector
 *   items={[{ name: "Heading 1", icon: <Icon.H1 />, isActive: () => isHeading(1), setActive: () => setHeading(1) }]}
 * />
 */
export const ToolbarBlockSelector = forwardRef<HTMLButtonElement, ToolbarBlockSelectorProps>(
  function ToolbarBlockSelector({ items, className, ...props }, ref) {
    const texts = useTextEditorOverrides();
    const active =
      items.find(({ isActive }) => isActive !== "default" && isActive()) ??
      items.find(({ isActive }) => isActive === "default");
    return (
      <DropdownMenu
        label={texts.TEXT_EDITOR_BLOCKS}
        align="start"
        className="lb-toolbar-block-menu"
        trigger={
          <ToolbarButton
            name={texts.TEXT_EDITOR_BLOCKS}
            aria-label={active === undefined ? texts.TEXT_EDITOR_BLOCKS : `${texts.TEXT_EDITOR_BLOCKS}: ${active.name}`}
            {...props}
            ref={ref}
            icon={active?.icon}
            className={classNames("lb-toolbar-block-selector", className)}
          >
            <span className="lb-toolbar-block-selector-label">{active?.name ?? texts.TEXT_EDITOR_BLOCKS}</span>
            <ChevronDown className="lb-toolbar-block-selector-chevron" />
          </ToolbarButton>
        }
      >
        {items.map((item) => (
          <DropdownMenuItem
            key={item.name}
            role="menuitemradio"
            aria-checked={item === active}
            icon={item.icon}
            className="lb-toolbar-block"
            onSelect={item.setActive}
          >
            <span className="lb-toolbar-block-label">{item.label ?? item.name}</span>
            {item === active ? <Check className="lb-toolbar-block-check" /> : null}
          </DropdownMenuItem>
        ))}
      </DropdownMenu>
    );
  },
);
