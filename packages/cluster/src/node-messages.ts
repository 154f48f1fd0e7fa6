import type { ErrorCode, RoomMessage, ServerMessage } from "@weft/protocol";
import type { LinkMessage, ObservedEvent, ObservedMember } from "@weft/room";
import type { NodeId } from "./peers.ts";

/**
 * What nodes send each other, as plain data. The numbers of calls, links and observations are the caller's, and those of
 * connections the answering node's; both are told apart by the node that they come from.
 *
 * Nodes of two releases exchange them. What a node does not know, it passes over: kinds and members. What expects an answer is a
 * `call` with a name, which is answered with `unknown call` (decision 49).
 */
export type NodeMessage = FromCaller | FromRooms;

/** To every other node. */
export type ToAll =
  | { readonly kind: "published"; readonly message: unknown }
  /** The node has no rooms any more, and ends. */
  | { readonly kind: "leaving" };

/** From a node that has sockets and callers. */
export type FromCaller =
  /** To a node that was lost: whether it is there again. */
  | { readonly kind: "greeting" }
  | { readonly kind: "call"; readonly call: number; readonly name: string; readonly values: readonly unknown[] }
  /** Its caller does not wait for the answer any more. */
  | { readonly kind: "aborted"; readonly call: number }
  | { readonly kind: "enter"; readonly call: number; readonly link: number; readonly values: readonly unknown[] }
  | { readonly kind: "observe"; readonly call: number; readonly values: readonly unknown[] }
  | {
      readonly kind: "received";
      readonly connection: number;
      readonly messages: readonly RoomMessage[];
      readonly bytes: number | undefined;
    }
  | { readonly kind: "reply"; readonly connection: number; readonly message: ServerMessage }
  | { readonly kind: "probed"; readonly connection: number; readonly probe: number }
  | { readonly kind: "left"; readonly connection: number; readonly closeCode: number | undefined }
  | { readonly kind: "measure"; readonly call: number; readonly most: number }
  | { readonly kind: "observed enough"; readonly call: number };

/** From the node that has the rooms. */
export type FromRooms =
  | { readonly kind: "greeted" }
  | { readonly kind: "answer"; readonly call: number; readonly value: unknown }
  | { readonly kind: "failed"; readonly call: number; readonly failure: Failure }
  | { readonly kind: "link"; readonly link: number; readonly message: LinkMessage }
  | { readonly kind: "observed"; readonly call: number; readonly event: ObservedEvent };

/** The answer to `enter`. */
export interface EnteredAnswer {
  readonly connection: number;
  readonly actor: number;
}

/** The answer to `observe`. */
export interface ObserveAnswer {
  readonly members: readonly ObservedMember[];
}

export type Failure =
  | { readonly kind: "error"; readonly code: ErrorCode; readonly message: string; readonly suggestion: string }
  /** Another node has the room. */
  | { readonly kind: "elsewhere"; readonly node: NodeId }
  /** The node does not load rooms: it stops, or could not renew its lease. */
  | { readonly kind: "leaving" }
  /** The node is of a release that does not know the call. */
  | { readonly kind: "unknown call"; readonly name: string }
  /** A fault of the node that was called. */
  | { readonly kind: "fault"; readonly message: string };
