import type { ApiKeyRecord, ExportRecord, ProjectRecord } from "@weft/collab";
import type { ApiKey, Project, ProjectExport, RegionRestriction } from "@weft/protocol";
import type { z } from "zod";

type Restriction = z.output<typeof RegionRestriction>;

/** The region that a project is restricted to; the server's name for its only region is no restriction. */
export function restrictionOf(region: string | undefined): Restriction {
  return region === "us" || region === "eu" ? region : "none";
}

export function regionOf(restriction: Restriction): string | undefined {
  return restriction === "none" ? undefined : restriction;
}

export function describeProject(project: ProjectRecord, team: string, publicKey: string): Project {
  return {
    id: project.id,
    teamId: team,
    displayName: project.name,
    type: project.type,
    regionRestriction: restrictionOf(project.region),
    createdAt: new Date(project.createdAt).toISOString(),
    publicKey,
    publicKeyCreatesRooms: project.publicKeyCreatesRooms,
    versionCreationTimeout: project.versionCreationTimeout,
    allowedOrigins: [...project.allowedOrigins],
    deletesAt: instantOf(project.deletesAt),
  };
}

/** An export as the dashboard shows it. */
export function describeExport(record: ExportRecord, nameOf: (account: string) => string | null): ProjectExport {
  return {
    id: record.id,
    state: record.state,
    requestedAt: new Date(record.requestedAt).toISOString(),
    requestedBy: nameOf(record.requestedBy),
    roomsDone: record.roomsDone,
    roomsTotal: record.roomsTotal ?? null,
    sizeBytes: record.size ?? null,
    finishedAt: instantOf(record.finishedAt),
    expiresAt: instantOf(record.expiresAt),
    failure: record.failure ?? null,
  };
}

/** An instant, or null where there is none. */
export function instantOf(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}

export function describeKey(record: ApiKeyRecord, nameOf: (account: string) => string | null): ApiKey {
  return {
    id: record.id,
    kind: record.kind,
    name: record.name,
    key: record.kind === "public" ? record.key : null,
    lastFour: record.lastFour,
    createdAt: new Date(record.createdAt).toISOString(),
    createdBy: record.createdBy === undefined ? null : nameOf(record.createdBy),
    lastUsedAt: instantOf(record.lastUsedAt),
    lastUsedFrom: record.lastUsedFrom ?? null,
    expiresAt: instantOf(record.expiresAt),
    active: record.active,
    seenInBrowser: record.seenInBrowser,
  };
}
