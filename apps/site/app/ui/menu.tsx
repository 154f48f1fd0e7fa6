import { Menu as Base } from "@base-ui/react/menu";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";

export interface MenuProps {
  /** What opens it: a `Button` or an `IconButton`. */
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  open?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

const itemStyle =
  "flex w-full cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm text-ink no-underline outline-none select-none " +
  "data-highlighted:bg-hover data-disabled:text-faint [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint";

/** A list of commands under a button. */
export function Menu({
  trigger,
  align = "end",
  side = "bottom",
  open,
  defaultOpen,
  onOpenChange,
  children,
}: MenuProps) {
  return (
    <Base.Root open={open} defaultOpen={defaultOpen} onOpenChange={(next) => onOpenChange?.(next)} modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-50 outline-none">
          <Base.Popup className="popup-motion max-h-(--available-height) min-w-48 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface MenuItemProps {
  onSelect?: () => void;
  disabled?: boolean;
  danger?: boolean;
  children: ReactNode;
}

/** A command. */
export function MenuItem({ onSelect, disabled, danger = false, children }: MenuItemProps) {
  return (
    <Base.Item
      onClick={onSelect}
      disabled={disabled}
      className={clsx(itemStyle, danger && "text-danger! [&_svg]:text-danger!")}
    >
      {children}
    </Base.Item>
  );
}

/** A command that goes somewhere. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick render={<Link to={to} />} className={itemStyle}>
      {children}
    </Base.LinkItem>
  );
}

export interface MenuChoiceProps<V extends string> {
  label: string;
  value: V;
  options: readonly { readonly value: V; readonly label: ReactNode }[];
  onValueChange: (value: V) => void;
}

/** One of a few, with a check. */
export function MenuChoice<V extends string>({ label, value, options, onValueChange }: MenuChoiceProps<V>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next) => onValueChange(next as V)} aria-label={label}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className={itemStyle}>
          <span className="flex flex-1 items-center gap-2.5">{option.label}</span>
          <Base.RadioItemIndicator>
            <Check className="text-accent!" aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

/** A line between groups. */
export function MenuSeparator() {
  return <Base.Separator className="mx-1.5 my-1 h-px bg-line" />;
}
