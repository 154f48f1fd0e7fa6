import { clsx } from "clsx";
import { HardDrive, PencilLine, Users } from "lucide-react";
import type { LucideIcon } from "lucide-react";

export interface EditPathProps {
  /** Identifies the edit: with a new number the path begins again. */
  edit: number;
  /** Who made it. Undefined while there is none. */
  by: string | undefined;
  /** Formatted time until the server acknowledged the edit, which it does when it is on disk. Undefined until then. */
  disk: string | undefined;
  /** Formatted time until another user had it. Undefined until then. */
  others: string | undefined;
  className?: string;
}

interface Station {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly value: string | undefined;
}

/**
 * The path of an edit: made, on the server's disk, with others. Each station lights up when the edit has reached it, and
 * the line to it is drawn. The values are the caller's measurements; the animation only follows them.
 *
 * @example
 * <EditPath edit={7} by="Ada" disk="3.4 ms" others="4.1 ms" />
 */
export function EditPath({ edit, by, disk, others, className }: EditPathProps) {
  const stations: readonly Station[] = [
    { name: "Edit", icon: PencilLine, value: by },
    { name: "Disk", icon: HardDrive, value: disk },
    { name: "Others", icon: Users, value: others },
  ];
  return (
    <ol aria-label="Path of the latest edit" className={clsx("grid grid-cols-3", className)}>
      {stations.map(({ name, icon: Icon, value }, index) => {
        const isLit = value !== undefined;
        // One after the other, even if the whole path takes less time than a frame.
        const delay = { transitionDelay: `${index * 110}ms` };
        return (
          <li
            key={name}
            data-station={name.toLowerCase()}
            data-lit={isLit || undefined}
            className="relative flex flex-col items-center text-center"
          >
            {index > 0 && (
              <span
                aria-hidden
                className="absolute top-5.5 right-[calc(50%+1.375rem)] left-[calc(-50%+1.375rem)] h-0.5 -translate-y-1/2 bg-line-strong"
              >
                <span
                  key={edit}
                  style={delay}
                  className={clsx(
                    "block size-full origin-left bg-accent-solid transition-transform duration-(--calm) ease-thread starting:scale-x-0",
                    !isLit && "scale-x-0",
                  )}
                />
              </span>
            )}
            <span
              aria-hidden
              className="relative grid size-11 place-items-center overflow-hidden rounded-full border-2 border-line-strong bg-surface text-faint"
            >
              <Icon className="size-5" />
              <span
                key={edit}
                style={delay}
                className={clsx(
                  "absolute -inset-0.5 grid place-items-center rounded-full bg-accent-solid text-on-accent transition-opacity duration-(--calm) starting:opacity-0",
                  !isLit && "opacity-0",
                )}
              >
                <Icon className="size-5" />
              </span>
            </span>
            <span className="mt-2 text-xs text-muted">{name}</span>
            <span
              className={clsx(
                "h-6 max-w-full truncate px-1 text-base leading-6 font-medium",
                index > 0 && "font-mono tabular-nums",
              )}
            >
              {value ?? (
                <>
                  <span aria-hidden>…</span>
                  <span className="sr-only">waiting</span>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
