import { useMyPresence, useStorage } from "@weft/react";
import { HistoryButtons, LoadingNote, useScriptedVisitor } from "@weft/example-shared";
import type { Session } from "@weft/example-shared";
import { useMemo } from "react";
import { playColleague } from "./colleague.ts";
import { EditTab } from "./edit-tab.tsx";
import { FillInTab } from "./fill-in-tab.tsx";
import { readForm } from "./read-form.ts";
import { ResultsTab } from "./results-tab.tsx";
import { Tabs } from "./tabs.tsx";
import { useFormEdits } from "./use-form-edits.ts";
import { usePeople } from "./use-people.ts";

/** Three views of one form: its questions, the form as respondents see it, and the results. */
export function FormBuilder({ session }: { readonly session: Session }) {
  const stored = useStorage((root) => root);
  const form = useMemo(() => readForm(stored), [stored]);
  const edits = useFormEdits();
  const people = usePeople();
  const [{ tab }, updatePresence] = useMyPresence();
  useScriptedVisitor(session, stored !== null, { tab: "edit", question: null }, playColleague);

  if (stored === null) return <LoadingNote text="Loading the form…" />;
  return (
    <div className="builder">
      <header className="builder-head">
        <Tabs
          tab={tab}
          people={people}
          responses={form.responses.length}
          onTab={(next) => updatePresence({ tab: next, question: null })}
        />
        <HistoryButtons />
      </header>
      <div
        className="builder-panel"
        role="tabpanel"
        id={`panel-${tab}`}
        aria-labelledby={`tab-${tab}`}
        // Focus that stays in a question keeps it; focus that leaves all of them does not.
        onFocus={({ target }) => {
          const question = target.closest<HTMLElement>("[data-question]")?.dataset["question"] ?? null;
          updatePresence({ question: tab === "edit" ? question : null });
        }}
        onBlur={({ relatedTarget }) => {
          if (!relatedTarget) updatePresence({ question: null });
        }}
      >
        {tab === "edit" && <EditTab form={form} people={people} edits={edits} />}
        {tab === "fillIn" && <FillInTab form={form} name={session.visitor.name} edits={edits} />}
        {tab === "results" && (
          <ResultsTab form={form} edits={edits} onFillIn={() => updatePresence({ tab: "fillIn", question: null })} />
        )}
      </div>
    </div>
  );
}
