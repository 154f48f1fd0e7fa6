/** What the pages use of both families, which have the same shapes. */
declare module "family/client" {
  export interface Room {
    getStorage(): Promise<{ readonly root: { toJSON(): Record<string, unknown> } }>;
    getStatus(): string;
  }
  export interface Client {
    enterRoom(id: string, options: object): { readonly room: Room };
  }
  export function createClient(options: object): Client;
  export function shallow(a: unknown, b: unknown): boolean;
  export const LiveList: new (items: readonly unknown[]) => object;
}

declare module "family/react" {
  import type { ComponentType, ReactNode } from "react";
  import type { Client } from "family/client";

  export interface Other {
    readonly presence: { readonly cursor: { readonly x: number; readonly y: number } | null };
    readonly info?: { readonly name?: string };
  }
  export interface RoomContext {
    readonly RoomProvider: ComponentType<{ id: string; initialPresence: object; children?: ReactNode }>;
    readonly useOthersMapped: <T>(
      select: (other: Other) => T,
      isEqual?: (before: T, now: T) => boolean,
    ) => readonly (readonly [connectionId: number, data: T])[];
    readonly useEventListener: (listener: (event: { readonly event: unknown }) => void) => void;
  }
  export function createRoomContext(client: Client): RoomContext;
}
