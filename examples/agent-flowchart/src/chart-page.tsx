import { useStorage, useUpdateMyPresence } from "@weft/react";
import { AvatarStack } from "@weft/react-ui";
import {
  ConnectionBadge,
  ExampleFrame,
  NoModelNote,
  OfflineNote,
  PersonSwitch,
  useConnection,
  ViewSwitch,
} from "@weft/example-shared";
import type { UserSession } from "@weft/example-shared";
import { useScriptedPerson } from "@weft/example-shared/comments";
import { useCallback, useMemo, useState } from "react";
import { AgentChat } from "./agent-chat.tsx";
import { Chart } from "./chart.tsx";
import { playColleague } from "./colleague.ts";
import { readArrows, readSteps } from "./read-chart.ts";
import type { Proposal } from "./room-types.ts";
import { useAgents } from "./use-agents.ts";
import { useChartEdits } from "./use-chart-edits.ts";

const views = { chart: "Chart", chat: "Agent" } as const;
type View = keyof typeof views;

/** The chart, and the agent beside it. */
export function ChartPage({ session }: { readonly session: UserSession }) {
  const { demo, roomId, cast } = session;
  const connection = useConnection();
  const storedSteps = useStorage((root) => root.steps);
  const storedArrows = useStorage((root) => root.arrows);
  const steps = useMemo(() => readSteps(storedSteps), [storedSteps]);
  const arrows = useMemo(() => readArrows(storedArrows, steps), [storedArrows, steps]);
  const edits = useChartEdits();
  const updatePresence = useUpdateMyPresence();
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const agents = useAgents(cast.you, proposal, steps);
  const [view, setView] = useState<View>("chart");
  const loaded = storedSteps !== null;
  useScriptedPerson(session, loaded, playColleague);

  const propose = useCallback(
    (proposed: Proposal | null) => {
      setProposal(proposed);
      updatePresence({ proposal: proposed });
    },
    [updatePresence],
  );
  const show = (name: View) => ({ className: `view view-${name}`, "data-shown": view === name || undefined });

  return (
    <ExampleFrame
      title="Agent flowchart"
      tools={
        <>
          <ConnectionBadge connection={connection} />
          <AvatarStack className="people" max={4} size={30} />
          <PersonSwitch cast={cast} />
        </>
      }
    >
      <OfflineNote connection={connection} />
      {!demo.hasModel && <NoModelNote />}
      <ViewSwitch label="Show" views={views} view={view} onView={setView} />
      <div className="views">
        <section {...show("chart")} aria-label="Chart">
          {loaded ? (
            <Chart steps={steps} arrows={arrows} agents={agents} edits={edits} />
          ) : (
            <p className="chart-loading" role="status">
              Loading the chart…
            </p>
          )}
        </section>
        <section {...show("chat")} aria-label="Agent">
          {loaded && (
            <AgentChat
              chatId={`flowchart-${roomId}`}
              steps={steps}
              arrows={arrows}
              edits={edits}
              onPropose={propose}
              onWorking={(isAgentWorking) => updatePresence({ isAgentWorking })}
            />
          )}
        </section>
      </div>
    </ExampleFrame>
  );
}
