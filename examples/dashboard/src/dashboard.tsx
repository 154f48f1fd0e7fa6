import { closestCenter, DndContext, DragOverlay, KeyboardSensor, PointerSensor, pointerWithin } from "@dnd-kit/core";
import { useSensor, useSensors } from "@dnd-kit/core";
import type { CollisionDetection, DragEndEvent, UniqueIdentifier } from "@dnd-kit/core";
import { SortableContext } from "@dnd-kit/sortable";
import { useUpdateMyPresence } from "@weft/react";
import { HistoryButtons, prefersReducedMotion, useMediaQuery, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { useId, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Channels } from "./cards/channels.tsx";
import { Countries } from "./cards/countries.tsx";
import { Figures } from "./cards/figures.tsx";
import { Trend } from "./cards/trend.tsx";
import { Weekdays } from "./cards/weekdays.tsx";
import type { CardProps } from "./cards/card-props.ts";
import { playColleague } from "./colleague.ts";
import { DashboardCard } from "./dashboard-card.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { FilterToggle } from "./filter-toggle.tsx";
import { HiddenCards } from "./hidden-cards.tsx";
import { NothingShown } from "./nothing-shown.tsx";
import { isInitial } from "./read-filters.ts";
import { cardIds, metrics } from "./room-types.ts";
import type { CardId } from "./room-types.ts";
import { stepThroughCards } from "./step-through-cards.ts";
import { summarize } from "./summarize.ts";
import { useFilters } from "./use-filters.ts";
import { useLayout } from "./use-layout.ts";

interface CardKind {
  readonly title: (metric: string) => string;
  readonly note: (summary: CardProps["summary"]) => string;
  readonly Content: (props: CardProps) => ReactNode;
}

const kinds: Readonly<Record<CardId, CardKind>> = {
  figures: {
    title: () => "Key figures",
    note: ({ previous, days }) =>
      previous ? `Compared with the ${days === 1 ? "day" : `${days} days`} before` : "No earlier data to compare with",
    Content: Figures,
  },
  trend: {
    title: (metric) => `${metric} per day`,
    note: ({ trend }) => (trend.some(({ from, to }) => from !== to) ? "Averages by week" : "Daily values"),
    Content: Trend,
  },
  weekdays: { title: () => "By weekday", note: () => "Averages per day", Content: Weekdays },
  channels: { title: () => "By channel", note: () => "Share of the total", Content: Channels },
  countries: { title: () => "Top countries", note: () => "Totals, and the change of the metric", Content: Countries },
};

/** The dashboard. Cards are moved with a pointer, or with the keyboard: space lifts, arrows move, space drops. */
export function Dashboard({ session }: { readonly session: Session }) {
  const { loaded, filters, edits } = useFilters();
  const { shown, hidden, move, setHidden } = useLayout();
  const summary = useMemo(() => summarize(filters), [filters]);
  const updatePresence = useUpdateMyPresence();
  const isNarrow = useMediaQuery("(max-width: 40rem)");
  const [isOpen, setOpen] = useState(false);
  const filterBarId = useId();
  const [lifted, setLifted] = useState<CardId | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: stepThroughCards,
      scrollBehavior: prefersReducedMotion() ? "auto" : "smooth",
    }),
  );
  useScriptedVisitor(session, loaded, { area: null, point: null, moving: null }, playColleague);

  if (!loaded)
    return (
      <p className="dashboard-loading" role="status">
        Loading the dashboard…
      </p>
    );

  const metric = metrics[filters.metric];
  const reset = summary !== null && !isInitial(filters) && (
    <button type="button" className="button" onClick={edits.reset}>
      Reset filters
    </button>
  );
  const titleOf = (id: UniqueIdentifier) => {
    const known = cardIds.find((card) => card === id);
    return known === undefined ? String(id) : kinds[known].title(metric);
  };
  const lift = (id: CardId | null) => {
    setLifted(id);
    updatePresence({ moving: id });
  };
  const drop = ({ active, over }: DragEndEvent) => {
    lift(null);
    const [id, target] = [active.id, over?.id].map((card) => cardIds.find((known) => known === card));
    if (id !== undefined && target !== undefined) move(id, target);
  };

  return (
    <div className="dashboard">
      <div className="dashboard-head">
        <h2 className={isNarrow ? "visually-hidden" : undefined}>Online shop</h2>
        {isNarrow ? (
          <FilterToggle
            filters={filters}
            controls={filterBarId}
            isOpen={isOpen}
            onToggle={() => setOpen((before) => !before)}
          />
        ) : (
          reset
        )}
        <HistoryButtons />
      </div>
      {(isOpen || !isNarrow) && <FilterBar id={filterBarId} filters={filters} edits={edits} />}
      {isOpen && isNarrow && reset}
      {hidden.length > 0 && (
        <HiddenCards cards={hidden.map((id) => ({ id, title: titleOf(id) }))} onShow={(id) => setHidden([id], false)} />
      )}
      {summary === null ? (
        <NothingShown
          title="No data for these filters"
          text="Choose at least one region, and a start date that isn’t after the end date."
          action="Reset filters"
          onAction={edits.reset}
        />
      ) : shown.length === 0 ? (
        <NothingShown
          title="All cards are hidden"
          text="Everyone in the room sees the same cards."
          action="Show all cards"
          onAction={() => setHidden(hidden, false)}
        />
      ) : (
        <DndContext
          sensors={sensors}
          collisionDetection={pointerOrNearest}
          onDragStart={({ active }) => lift(cardIds.find((id) => id === active.id) ?? null)}
          onDragCancel={() => lift(null)}
          onDragEnd={drop}
          accessibility={{ announcements: announcements(titleOf) }}
        >
          {/* Cards differ in size. They stay where they are during a drag, and the target is outlined. */}
          <SortableContext items={shown} strategy={() => null}>
            <div className="cards">
              {shown.map((id) => {
                const { note, Content } = kinds[id];
                return (
                  <DashboardCard
                    key={id}
                    id={id}
                    title={titleOf(id)}
                    note={note(summary)}
                    onHide={() => setHidden([id], true)}
                  >
                    <Content summary={summary} metric={filters.metric} />
                  </DashboardCard>
                );
              })}
            </div>
          </SortableContext>
          <DragOverlay dropAnimation={null}>
            {lifted && <div className="card-lifted">{titleOf(lifted)}</div>}
          </DragOverlay>
        </DndContext>
      )}
    </div>
  );
}

/** The card under the pointer; with the keyboard, the nearest one. */
const pointerOrNearest: CollisionDetection = (drag) =>
  drag.pointerCoordinates ? pointerWithin(drag) : closestCenter(drag);

/** What screen readers announce while a card is moved. */
function announcements(titleOf: (id: UniqueIdentifier) => string) {
  return {
    onDragStart: ({ active }: Pick<DragEndEvent, "active">) => `Picked up ${titleOf(active.id)}.`,
    onDragOver: ({ active, over }: Pick<DragEndEvent, "active" | "over">) =>
      over?.id === active.id
        ? undefined
        : over
          ? `${titleOf(active.id)} is over ${titleOf(over.id)}.`
          : `${titleOf(active.id)} is not over a card.`,
    onDragEnd: ({ active, over }: Pick<DragEndEvent, "active" | "over">) =>
      over && over.id !== active.id
        ? `Moved ${titleOf(active.id)} to the place of ${titleOf(over.id)}.`
        : `Dropped ${titleOf(active.id)}.`,
    onDragCancel: ({ active }: Pick<DragEndEvent, "active">) => `${titleOf(active.id)} was not moved.`,
  };
}
