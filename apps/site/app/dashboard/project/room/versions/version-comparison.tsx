import { useQuery } from "@tanstack/react-query";
import { Card } from "../../../../ui/card.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import type { VersionBody } from "../../shared/room-body.ts";
import { DifferenceTable } from "./difference-table.tsx";
import { versionContents } from "./version-contents.ts";
import type { VersionContents } from "./version-contents.ts";
import { versionTime } from "./version-time.ts";

/** Beyond so many characters a text is not compared: the browser would have to be waited for. */
const longest = 2_000_000;

export interface VersionComparisonProps {
  projectId: string;
  roomId: string;
  older: VersionBody;
  newer: VersionBody;
}

/** Two versions side by side: the older one left. */
export function VersionComparison({ projectId, roomId, older, newer }: VersionComparisonProps) {
  const before = useQuery(versionContents(projectId, roomId, older.id));
  const after = useQuery(versionContents(projectId, roomId, newer.id));
  return (
    <Loaded query={before}>
      {(old) => (
        <Loaded query={after}>
          {(fresh) => (
            <div className="flex min-w-0 flex-col gap-5">
              {namesIn(old, fresh).map((name) => (
                <ComparedPart
                  key={name}
                  name={name}
                  before={textIn(old, name)}
                  after={textIn(fresh, name)}
                  older={older}
                  newer={newer}
                />
              ))}
            </div>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface ComparedPartProps {
  name: string;
  before: string;
  after: string;
  older: VersionBody;
  newer: VersionBody;
}

function ComparedPart({ name, before, after, older, newer }: ComparedPartProps) {
  const heading = `${name.replaceAll(/\W+/g, "-")}-difference`;
  return (
    <Card role="region" aria-labelledby={heading} className="min-w-0 p-0!">
      <h2 id={heading} className="border-b border-line px-5 py-3 text-base">
        {name}
      </h2>
      {before === after ? (
        <p className="px-5 py-6 text-sm text-muted">No differences.</p>
      ) : before.length + after.length > longest ? (
        <p className="px-5 py-6 text-sm text-muted">
          Too large to compare here. Download both versions and compare the files.
        </p>
      ) : (
        <DifferenceTable
          label={`Differences in ${name}`}
          before={before}
          after={after}
          beforeName={versionTime(older)}
          afterName={versionTime(newer)}
        />
      )}
    </Card>
  );
}

function namesIn(...versions: readonly VersionContents[]): string[] {
  return [...new Set(versions.flatMap(({ parts }) => parts.map(({ name }) => name)))];
}

function textIn({ parts }: VersionContents, name: string): string {
  return parts.find((part) => part.name === name)?.text ?? "";
}
