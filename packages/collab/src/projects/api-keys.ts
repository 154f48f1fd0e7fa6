/** The keys of projects: how they look, how they are stored, and when they work. */
import { hash, randomBytes } from "node:crypto";
import type { ApiKeyRecord, ProjectRecord } from "./project-records.ts";

type KeyKind = ApiKeyRecord["kind"];
export type KeyTraits = Partial<Pick<ApiKeyRecord, "name" | "createdBy" | "expiresAt" | "active">>;

export const keyPrefixes = { secret: "sk_", public: "pk_" } as const;
/** The names of the keys that a project is created with. */
export const firstKeyNames = { secret: "Default", public: "Public key" } as const;
const shape = /^[sp]k_[\w-]{1,253}$/;

/** Whether a text can be a key of this kind. */
export function isKey(kind: KeyKind, text: string): boolean {
  return shape.test(text) && text.startsWith(keyPrefixes[kind]);
}

/** 256 random bits. The prefix says what the key opens, and keeps a development key from passing for another. */
export function newKey(kind: KeyKind, type: ProjectRecord["type"]): string {
  return `${keyPrefixes[kind]}${type}_${randomBytes(32).toString("base64url")}`;
}

/** A fast hash is enough for a secret: it has 256 bits, there is nothing to guess. */
export function storedKey(kind: KeyKind, key: string): string {
  return kind === "secret" ? hash("sha256", key, "hex") : key;
}

/** The record of a key that is created now. */
export function keyRecord(
  { id: project }: Pick<ProjectRecord, "id">,
  kind: KeyKind,
  key: string,
  of: KeyTraits & { readonly createdAt: number },
): ApiKeyRecord {
  return {
    project,
    id: `key_${randomBytes(12).toString("base64url")}`,
    name: of.name ?? "",
    kind,
    key: storedKey(kind, key),
    lastFour: key.slice(-4),
    createdAt: of.createdAt,
    createdBy: of.createdBy,
    seenInBrowser: false,
    expiresAt: of.expiresAt,
    active: of.active ?? true,
  };
}

export function isPublic(key: ApiKeyRecord): boolean {
  return key.kind === "public";
}

export function works(key: ApiKeyRecord, now: number): boolean {
  return key.active && (key.expiresAt === undefined || now < key.expiresAt);
}
