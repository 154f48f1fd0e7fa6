"use client";
import { useOther, useOthersConnectionIds, useRoom, useUpdateMyPresence, useUser } from "@weft/react";
import { forwardRef, memo, useCallback, useEffect, useRef } from "react";
import type { ComponentPropsWithoutRef, ComponentType, PointerEvent, ReactElement, RefObject } from "react";
import type { GlobalComponents } from "../config.tsx";
import { classNames } from "../ui/class-names.ts";
import { useMergedRefs } from "../ui/merged-refs.ts";
import { joinedProps } from "../ui/slot.tsx";
import { Cursor } from "./cursor.tsx";
import { colorFor } from "./user-color.ts";
import { shownInfo } from "./user-info.ts";

/** What a component for cursors is told. */
export interface CursorsCursorProps {
  readonly userId: string;
  readonly connectionId: number;
}

/** Components of `Cursors` that an application replaces. */
export interface CursorsComponents {
  /** Renders a cursor, at its place. */
  readonly Cursor: ComponentType<CursorsCursorProps>;
}

/** Props of `Cursors`. */
export interface CursorsProps extends ComponentPropsWithoutRef<"div"> {
  /** The field of presence that has the position, so that a room can have several. By default "cursor". */
  readonly presenceKey?: string;
  readonly components?: Partial<GlobalComponents & CursorsComponents>;
}

/** Where a pointer is in the element, as fractions of its width and height. */
interface Position {
  readonly x: number;
  readonly y: number;
}

/**
 * An element that shares the pointer over it, and shows those of others. Positions are fractions of its size, so that they are at the same
 * place for users whose element has another size.
 *
 * @example
 * <Cursors style={{ minHeight: "100vh" }}>
 *   <Page />
 * </Cursors>
 */
export const Cursors = forwardRef<HTMLDivElement, CursorsProps>(function Cursors(
  { presenceKey = "cursor", components, className, children, ...props },
  ref,
) {
  const element = useRef<HTMLDivElement>(null);
  const merged = useMergedRefs(ref, element);
  const handlers = useSharedPointer(presenceKey, element);
  const connectionIds = useOthersConnectionIds();
  const { Cursor: CursorAtPlace = DefaultCursor } = components ?? {};
  return (
    <div {...joinedProps(handlers, props)} ref={merged} className={classNames("lb-root lb-cursors", className)}>
      {children}
      <div className="lb-cursors-container" dir="ltr" aria-hidden>
        {connectionIds.map((connectionId) => (
          <CursorOfOther
            key={connectionId}
            connectionId={connectionId}
            presenceKey={presenceKey}
            component={CursorAtPlace}
          />
        ))}
      </div>
    </div>
  );
});

function useSharedPointer(presenceKey: string, element: RefObject<HTMLDivElement | null>) {
  const update = useUpdateMyPresence() as (patch: Record<string, Position | null>) => void;
  const room = useRoom();
  const isShared = useRef(false);
  const hide = useCallback(() => {
    if (!isShared.current) return;
    isShared.current = false;
    update({ [presenceKey]: null });
  }, [presenceKey, update]);
  const show = useCallback(
    ({ clientX, clientY }: PointerEvent) => {
      const { left, top, width, height } = element.current!.getBoundingClientRect();
      if (width === 0 || height === 0) return;
      isShared.current = true;
      update({ [presenceKey]: { x: (clientX - left) / width, y: (clientY - top) / height } });
    },
    [presenceKey, update, element],
  );
  useEffect(() => {
    // No event says that the pointer has left a page that is hidden.
    const hidden = () => {
      if (document.visibilityState === "hidden") hide();
    };
    document.addEventListener("visibilitychange", hidden);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      hide();
    };
  }, [hide, room]);
  return {
    onPointerMove: show,
    onPointerDown: show,
    onPointerLeave: hide,
    onPointerCancel: hide,
    // A finger that is lifted points nowhere.
    onPointerUp(event: PointerEvent) {
      if (event.pointerType === "touch") hide();
    },
  };
}

interface CursorOfOtherProps {
  readonly connectionId: number;
  readonly presenceKey: string;
  readonly component: ComponentType<CursorsCursorProps>;
}

/** Only the one whose position has changed is rendered. */
const CursorOfOther = memo(function CursorOfOther({
  connectionId,
  presenceKey,
  component: Component,
}: CursorOfOtherProps): ReactElement | null {
  const position = useOther(
    connectionId,
    useCallback(({ presence }) => positionOf((presence as Record<string, unknown>)[presenceKey]), [presenceKey]),
    isSame,
  );
  const userId = useOther(connectionId, ({ id }) => id);
  if (position === undefined) return null;
  const transform = `translate(${position.x * 100}%, ${position.y * 100}%)`;
  return (
    <div className="lb-cursors-cursor" style={{ transform }}>
      <Component userId={userId ?? ""} connectionId={connectionId} />
    </div>
  );
});

function positionOf(value: unknown): Position | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { x, y } = value as Record<string, unknown>;
  return Number.isFinite(x) && Number.isFinite(y) ? { x: x as number, y: y as number } : undefined;
}

const isSame = (a: Position | undefined, b: Position | undefined) => a?.x === b?.x && a?.y === b?.y;

const DefaultCursor = memo(function DefaultCursor({ userId, connectionId }: CursorsCursorProps): ReactElement {
  const name = useOther(connectionId, ({ info }) => shownInfo(info).name);
  const color = useOther(connectionId, ({ info }) => shownInfo(info).color);
  const shownColor = color ?? colorFor(userId === "" ? String(connectionId) : userId);
  if (name !== undefined || userId === "") return <Cursor label={name} color={shownColor} />;
  return <ResolvedCursor userId={userId} color={color} fallback={shownColor} />;
});

interface ResolvedCursorProps {
  readonly userId: string;
  readonly color: string | undefined;
  readonly fallback: string;
}

function ResolvedCursor({ userId, color, fallback }: ResolvedCursorProps): ReactElement {
  const { user } = useUser(userId);
  const info = shownInfo(user);
  return <Cursor label={info.name} color={color ?? info.color ?? fallback} />;
}
