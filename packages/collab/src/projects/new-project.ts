import type { ProjectRecord } from "./project-records.ts";

export interface NewProject {
  readonly name: string;
  readonly description?: string;
  readonly team?: string;
  /** The account that makes it, and its first keys. */
  readonly createdBy?: string;
  readonly type: ProjectRecord["type"];
  readonly region?: string;
  /** Whether a public key may create the rooms it enters. Defaults to false. */
  readonly publicKeyCreatesRooms?: boolean;
  /** Seconds from a change of a room to the version of it that is made by itself. Defaults to false: none is. */
  readonly versionCreationTimeout?: number | false;
}

/** The record of a project that is created now. */
export function projectRecord(
  of: Pick<ProjectRecord, "id"> & Omit<NewProject, "createdBy">,
  createdAt: number,
): ProjectRecord {
  return {
    id: of.id,
    team: of.team,
    name: of.name,
    description: of.description,
    type: of.type,
    region: of.region,
    createdAt,
    updatedAt: createdAt,
    publicKeyCreatesRooms: of.publicKeyCreatesRooms ?? false,
    versionCreationTimeout: of.versionCreationTimeout ?? false,
    tokenGeneration: 0,
    allowedOrigins: [],
    revision: 1,
  };
}
