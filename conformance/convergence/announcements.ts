import { ServerMessageType } from "@weft/protocol";
import type { Frame } from "../support/socket.ts";

/** An event that a page sent behind a change of its own. */
interface Announcement {
  /** When the change was sent. */
  readonly changedAt: number;
  /**
   * Whether the change went in front of the event on one connection, and behind the snapshot of that connection: an
   * earlier one is decided when it comes again, and holds back no event until then (RM16, RM25).
   */
  readonly ordered: boolean;
}

interface Heard {
  readonly change: string;
  /** Whether the page showed the change at that moment. */
  readonly shown: boolean;
  /** Since when the page has held Storage on the connection over which it heard the event, if it did. */
  readonly heldSince: number | undefined;
}

/** What one page announces of its changes, and what it shows when it hears the announcements of others. */
export class Announcements {
  readonly #broadcast: (change: string) => void;
  readonly #pending = new Set<string>();
  readonly #changes = new Map<string, { readonly socket: number; readonly at: number; readonly held: boolean }>();
  readonly #made = new Map<string, Announcement>();
  readonly #heard: Heard[] = [];
  /** The connection that a frame came over last, and the one that Storage came over last. */
  #hearing: number | undefined;
  #holding: { readonly socket: number; readonly since: number } | undefined;

  constructor(broadcast: (change: string) => void) {
    this.#broadcast = broadcast;
  }

  /** Announces a change as soon as it has been sent: within one frame, a client sends events before changes. */
  expect(change: string): void {
    this.#pending.add(change);
  }

  sent({ socket, at }: Frame, messages: readonly Sent[], changes: readonly string[]): void {
    for (const { type, event } of messages) {
      const announced =
        type === ServerMessageType.eventBroadcasted ? this.#changes.get(event?.announced ?? "") : undefined;
      if (announced !== undefined)
        this.#made.set(event!.announced!, {
          changedAt: announced.at,
          ordered: announced.socket === socket && announced.held,
        });
    }
    for (const change of changes) {
      this.#changes.set(change, { socket, at, held: this.#holding?.socket === socket });
      if (this.#pending.delete(change)) setImmediate(() => this.#broadcast(change));
    }
  }

  received({ socket, at }: Frame, messages: readonly { readonly type: number }[]): void {
    this.#hearing = socket;
    if (messages.some(({ type }) => type === ServerMessageType.storageStreamEnd)) this.#holding = { socket, since: at };
  }

  heard(change: string, shown: boolean): void {
    const heldSince = this.#holding?.socket === this.#hearing ? this.#holding?.since : undefined;
    this.#heard.push({ change, shown, heldSince });
  }

  /** Changes whose announcement by another page arrived here in front of them, though this page held Storage all along. */
  overtaken(others: readonly Announcements[]): string[] {
    return this.#heard
      .filter(({ change, shown, heldSince }) => {
        const made = others.map((other) => other.#made.get(change)).find((found) => found !== undefined);
        return !shown && made?.ordered === true && heldSince !== undefined && heldSince < made.changedAt;
      })
      .map(({ change }) => change);
  }
}

export interface Sent {
  readonly type: number;
  readonly event?: { readonly announced?: string };
}
