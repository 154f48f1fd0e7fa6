import { useQuery } from "@tanstack/react-query";
import type { CopilotVersionSummary } from "@weft/protocol";
import { useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { Card } from "../../../../ui/card.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import { DifferenceTable } from "../../room/versions/difference-table.tsx";
import { versionTime } from "../../room/versions/version-time.ts";
import { useProject } from "../../shared/project-context.ts";
import { fieldsOf } from "../copilot-fields.ts";
import { versionQuery } from "../copilot-queries.ts";
import type { CopilotBody } from "../copilot-queries.ts";
import { RestoreVersionDialog } from "./restore-version-dialog.tsx";
import { fieldsOfVersion, textsOf } from "./version-configuration.ts";

export interface VersionDifferenceProps {
  copilot: CopilotBody;
  version: CopilotVersionSummary;
  isCurrent: boolean;
}

/** A version beside the saved configuration. */
export function VersionDifference({ copilot, version, isCurrent }: VersionDifferenceProps) {
  const { project } = useProject();
  const query = useQuery(versionQuery(project.id, copilot.id, version.version));
  const [isRestoring, setRestoring] = useState(false);
  return (
    <section aria-labelledby="version" className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="version" className="text-lg">
          {isCurrent ? "Current version" : `Version of ${versionTime(version)}`}
        </h2>
        {!isCurrent && (
          <Button disabled={query.data === undefined} onClick={() => setRestoring(true)}>
            Restore
          </Button>
        )}
      </div>
      <Loaded query={query}>
        {({ configuration }) => {
          const current = textsOf(fieldsOf(copilot));
          return (
            <>
              {textsOf(fieldsOfVersion(copilot, configuration)).map(({ name, text }, index) => (
                <ComparedText
                  key={name}
                  name={name}
                  before={text}
                  after={isCurrent ? text : current[index]!.text}
                  isCurrent={isCurrent}
                />
              ))}
              <RestoreVersionDialog
                open={isRestoring}
                onClose={() => setRestoring(false)}
                copilot={copilot}
                version={version}
                configuration={configuration}
              />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

interface ComparedTextProps {
  name: string;
  before: string;
  after: string;
  isCurrent: boolean;
}

function ComparedText({ name, before, after, isCurrent }: ComparedTextProps) {
  const heading = `${name.toLowerCase().replaceAll(/\W+/g, "-")}-difference`;
  return (
    <Card role="region" aria-labelledby={heading} className="min-w-0 p-0!">
      <h3 id={heading} className="border-b border-line px-5 py-3 text-base">
        {name}
      </h3>
      {before !== after ? (
        <DifferenceTable
          label={`Differences in ${name}`}
          before={before}
          after={after}
          beforeName="This version"
          afterName="Current version"
        />
      ) : before === "" ? (
        <p className="px-5 py-4 text-sm text-muted">Empty.</p>
      ) : (
        <>
          {!isCurrent && <p className="px-5 pt-4 text-sm text-muted">No differences.</p>}
          <p
            tabIndex={0}
            role="group"
            aria-label={name}
            className="max-h-60 overflow-y-auto px-5 py-4 text-sm wrap-anywhere whitespace-pre-wrap"
          >
            {before}
          </p>
        </>
      )}
    </Card>
  );
}
