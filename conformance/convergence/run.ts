import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Liveblocks, LiveblocksError } from "@liveblocks/node";
import { until } from "../support/waiting.ts";
import { disturb, heal } from "./disturbance.ts";
import { applyEdit, editText, replaceEverything, seedDocument, writeEverywhere } from "./edits.ts";
import { Participant } from "./participant.ts";
import type { FamilyName } from "./families.ts";
import type { Page } from "./participant.ts";
import type { Script, Step } from "./script.ts";

/** Where a script runs. The address of the server may change while it does. */
export interface Stage {
  readonly url: () => string;
  readonly port: number;
  readonly secretKey: string;
  /** A value longer than this is refused. */
  readonly valueBytes: number;
  /** How long to wait until all clients are idle. */
  readonly patienceMs?: number;
  /**
   * Whether the server is killed while it plays. The history of a LiveText is in memory alone: what was typed behind an
   * edit whose ack was lost is lost when the server is killed before the client is back (docs/promises.md, "Open").
   */
  readonly killed?: boolean;
  /** The families of clients, which users and newcomers have in turn; by default all are official. */
  readonly families?: readonly FamilyName[];
  /** Called after every step. */
  readonly stepped?: () => void | Promise<void>;
}

/** Clients, REST or the script's ledger disagree. */
export class Divergence extends Error {
  override name = "Divergence";
}

export interface Outcome {
  readonly roomId: string;
  /** The document that everyone agreed on at the end. */
  readonly document: unknown;
}

type Writing = Extract<
  Step,
  { readonly do: "edit" | "text" | "batch" | "undo" | "redo" | "tally" | "announce" | "excess" }
>;

let runs = 0;

/** Plays a script, waits until all are idle, and checks that everyone has the same document. */
export async function play(script: Script, stage: Stage): Promise<Outcome> {
  const run = new Run(script, stage, `r1 ${script.seed}/${process.pid}.${runs++}`);
  try {
    return await run.play();
  } finally {
    await run.end();
  }
}

class Run {
  readonly #script: Script;
  readonly #stage: Stage;
  readonly #roomId: string;
  readonly #participants: Participant[] = [];
  #patches = 0;
  /** Whether the initial keys are durable. */
  #founded = false;

  constructor(script: Script, stage: Stage, roomId: string) {
    this.#script = script;
    this.#stage = stage;
    this.#roomId = roomId;
  }

  async play(): Promise<Outcome> {
    const { clients, steps, beginning } = this.#script;
    const users = Array.from({ length: clients }, (_, index) => `u${index}`);
    const newcomers = ["n0", "n1"];
    await this.#make((api) =>
      api.createRoom(this.#roomId, {
        defaultAccesses: [],
        usersAccesses: Object.fromEntries([...users, ...newcomers].map((user) => [user, ["*:write"]])),
      } as never),
    );
    this.#participants.push(...(await Promise.all(users.map((userId) => this.#open(userId)))));
    if (beginning !== true) {
      await this.#make((api) => api.initializeStorageDocument(this.#roomId, seedDocument as never));
      await Promise.all(this.#participants.map((participant) => participant.load()));
      this.#founded = true;
    }
    for (const step of steps) {
      await this.#step(step);
      await this.#stage.stepped?.();
    }
    const [first, last] = [this.#participants[0]!, this.#participants.at(-1)!];
    // It enters while the others still resend pending ops; the second one enters after that.
    await this.#invite(newcomers[0]!);
    await this.#settle();
    for (const [{ page }, write] of [
      [first, writeEverywhere],
      [last, writeEverywhere],
      [last, replaceEverything],
    ] as const) {
      page.room.batch(() => write(page.root, page));
      await this.#settle();
    }
    await this.#invite(newcomers[1]!);
    return { roomId: this.#roomId, document: await this.#settle() };
  }

  async #open(userId: string): Promise<Participant> {
    const token = await this.#token(userId);
    const families = this.#stage.families ?? ["official"];
    const family = families[Number(userId.slice(1)) % families.length]!;
    return Participant.open({ roomId: this.#roomId, userId, port: this.#stage.port, token, family });
  }

  async #invite(userId: string): Promise<void> {
    const newcomer = await this.#open(userId);
    this.#participants.push(newcomer);
    this.#enter(newcomer);
  }

  /** The first thing a page does is to put something into the room. */
  #enter(participant: Participant): void {
    const loaded = participant.load();
    const { page } = participant;
    void loaded.then(() => page.canWrite && page.announce());
  }

  async end(): Promise<void> {
    await Promise.all(this.#participants.map((participant) => participant[Symbol.asyncDispose]()));
  }

  async #step(step: Step): Promise<void> {
    if (step.do === "wait") return pause(step.ms);
    if (step.do === "settle") return void (await this.#settle());
    if (step.do === "found") return this.#found();
    if (step.do === "patch") return this.#founded ? this.#patch(step.edit.with) : undefined;
    const participant = this.#participants[step.client % this.#script.clients]!;
    const { pages, link } = participant;
    if (step.do === "enter") return pages.length === 0 ? this.#enter(participant) : undefined;
    if (step.do === "delay") return disturb(link, step);
    const page = pages.at(-1);
    if (page === undefined) return;
    switch (step.do) {
      case "edit":
      case "text":
      case "batch":
      case "undo":
      case "redo":
      case "tally":
      case "announce":
      case "excess":
        return page.loaded && page.canWrite ? this.#write(page, step) : undefined;
    }
    if (!this.#founded) return;
    switch (step.do) {
      case "reconnect":
        return page.room.reconnect();
      case "reload":
        // A reloaded page has lost its state; one that was never reloaded shows in the end whether its state is right.
        if (!this.#participants.some((other) => other !== participant && other.pages.length === 1)) return;
        heal(link);
        return participant.load();
      case "demote":
      case "promote":
        return this.#allow(participant, step.do === "promote");
      default:
        return disturb(link, step);
    }
  }

  #write(page: Page, step: Writing): void {
    switch (step.do) {
      case "edit":
        return applyEdit(page.root, step.edit, page);
      case "text":
        return editText(page.root.get("text"), step.edit, page);
      case "batch":
        return page.room.batch(() => {
          for (const edit of step.edits) applyEdit(page.root, edit, page);
        });
      case "undo":
      case "redo":
        return page.room.history[step.do]();
      case "tally":
        return void page.tally();
      case "announce":
        return page.announce();
      case "excess":
        return page.root
          .get("tallies")
          .get("sets")
          .set("excess", "x".repeat(this.#stage.valueBytes + 1));
    }
  }

  async #found(): Promise<void> {
    const entered = this.#participants.flatMap(({ pages }) => pages.slice(-1));
    await this.#until("founded the room", () => entered.length === 0 || entered.some(({ atRest }) => atRest));
    this.#founded ||= entered.length > 0;
  }

  async #allow(participant: Participant, mayWrite: boolean): Promise<void> {
    participant.mayWrite = mayWrite;
    const usersAccesses = { [participant.userId]: [mayWrite ? "*:write" : "*:read"] };
    await this.#rest((api) => api.updateRoom(this.#roomId, { usersAccesses } as never));
  }

  /** A change by JSON Patch, which the SDK has no method for. */
  async #patch(choice: number): Promise<void> {
    const value = `patch:${this.#patches++}`;
    const operations = [
      { op: "add", path: "/a", value: { value } },
      { op: "add", path: "/b", value },
      { op: "add", path: "/list/-", value },
      { op: "add", path: "/map/a", value },
      { op: "replace", path: "/list/0", value },
      { op: "remove", path: "/object/a" },
      { op: "replace", path: "/text", value: [[value], [" in bold", { bold: true }]] },
    ];
    const { url, secretKey } = this.#stage;
    await this.#again(async () => {
      const response = await fetch(`${url()}/v2/rooms/${encodeURIComponent(this.#roomId)}/storage/json-patch`, {
        method: "PATCH",
        headers: { Authorization: `Bearer ${secretKey}` },
        body: JSON.stringify([operations[choice % operations.length]]),
      });
      // By now, the target may be deleted, or be of another kind.
      if (!response.ok && response.status !== 422) throw await LiveblocksError.from(response);
    });
  }

  /**
   * Heals all connections, waits until nothing is in flight, and compares. Returns the document that everyone agrees
   * on.
   */
  async #settle(): Promise<unknown> {
    for (const participant of this.#participants) {
      heal(participant.link);
      if (participant.pages.length === 0) this.#enter(participant);
      if (!participant.mayWrite) await this.#allow(participant, true);
    }
    await this.#until("comes to rest", () => {
      for (const participant of this.#participants) {
        if (!participant.page.broken) continue;
        participant.page.broken = false;
        void participant.load();
      }
      return this.#participants.every(({ page }) => page.atRest && page.canWrite);
    });
    this.#founded = true;
    // All clients see one order (G4), so a client that has seen these has seen all earlier commits.
    for (const { page } of this.#participants) page.tally();
    await this.#until("hears everybody", () => {
      if (!this.#participants.every(({ page }) => page.atRest)) return false;
      const last = this.#participants.map(({ page }) => `push ${page.label}#${page.tallied}`);
      return this.#participants.every(({ page }) => {
        const pushes = page.root.get("tallies").get("pushes").toJSON();
        return last.every((tally) => pushes.includes(tally));
      });
    });
    const stored: unknown = await this.#rest((api) => api.getStorageDocument(this.#roomId, "json"));
    for (const { page } of this.#participants) {
      const seen = plain(page.root.toJSON());
      if (!isDeepStrictEqual(seen, stored))
        throw this.#divergence(`${page.label} sees something else than REST`, stored);
    }
    this.#checkFounder(stored as Tallied);
    this.#checkTallies(stored as Tallied);
    this.#checkAnnouncements(stored as Tallied);
    return stored;
  }

  /** The initial keys are of one client, all of them, and are there to the end. */
  #checkFounder({ founder, tallies }: Tallied): void {
    const initial = tallies.pushes.filter((push) => push.startsWith("initial "));
    const found = [tallies.founder, tallies.sets["initial"], tallies.fields["initial"], tallies.marks[0]?.[0]];
    if (!found.every((value) => value?.startsWith(founder)) || !isDeepStrictEqual(initial, [`initial ${founder}`]))
      throw this.#divergence(`the initial keys are of more than one client`, [founder, initial, found]);
  }

  #checkAnnouncements({ tallies: { pushes } }: Tallied): void {
    const pages = this.#participants.flatMap((participant) => participant.pages);
    const all = pages.map(({ announcements }) => announcements);
    for (const { label, announcements } of pages)
      for (const change of announcements.overtaken(all))
        // Refused changes are announced too.
        if (pushes.includes(change)) throw this.#divergence(`${label} heard of "${change}" in front of it`, pushes);
  }

  #checkTallies({ tallies: { pushes, sets, fields, marks } }: Tallied): void {
    const counts = new Map<string, number>();
    for (const push of pushes) counts.set(push, (counts.get(push) ?? 0) + 1);
    const text = marks.map(([run]) => run).join("");
    for (const page of this.#participants.flatMap(({ pages }) => pages)) {
      for (const mark of page.marks) {
        const count = text.split(mark).length - 1;
        if (count > 1) throw this.#divergence(`mark ${mark.codePointAt(0)} is there ${count} times`, text);
        // A refused update also discards text that was typed after it.
        if (
          count === 0 &&
          this.#stage.killed !== true &&
          !page.left &&
          ![...page.tallies.values()].some(({ refused }) => refused)
        )
          throw this.#divergence(`mark ${mark.codePointAt(0)} of ${page.label} was lost`, text);
      }
      const highest = { push: 0, set: 0, field: 0 };
      let certain = !page.left;
      for (const [tally, { acked, refused }] of page.tallies) {
        const [kind, , at] = /^(\w+) (.*)#(\d+)$/.exec(tally)!.slice(1) as [keyof typeof highest, string, string];
        if (refused) certain = false;
        if (acked && !refused) highest[kind] = Math.max(highest[kind], Number(at));
        if (kind !== "push") continue;
        const count = counts.get(tally) ?? 0;
        if (count > 1) throw this.#divergence(`"${tally}" is there ${count} times`, pushes);
        if (count === 0 && acked && !refused) throw this.#divergence(`"${tally}" was acknowledged and is gone`, pushes);
        if (count === 0 && !refused && !page.left) throw this.#divergence(`"${tally}" was lost`, pushes);
      }
      for (const [kind, stored] of [
        ["set", sets[page.label]],
        ["field", fields[page.label]],
      ] as const) {
        const value = stored === undefined ? 0 : Number(/#(\d+)$/.exec(stored)![1]);
        const least = certain ? page.tallied : highest[kind];
        if (value < least)
          throw this.#divergence(`the ${kind} of ${page.label} went back from ${least} to ${value}`, stored);
      }
    }
  }

  #divergence(what: string, stored: unknown): Divergence {
    const { seed } = this.#script;
    const lines = [`Seed ${seed}: ${what}.`, `  REST      ${JSON.stringify(stored)}`];
    for (const { page } of this.#participants)
      lines.push(`  ${page.label.padEnd(9)} ${JSON.stringify(page.loaded ? page.root.toJSON() : undefined)}`);
    if (process.env["WEFT_TRACE"] !== undefined)
      for (const { pages } of this.#participants)
        for (const { label, frames } of pages)
          lines.push(
            `--- ${label}`,
            ...frames
              .filter(({ text }) => text.includes('"type":201') || text.includes('"type":2'))
              .map(({ direction, text, at }) => `${at.toFixed(1)} ${direction} ${text}`),
          );
    return new Divergence(lines.join("\n"));
  }

  #until(what: string, met: () => boolean): Promise<void> {
    const why = () => {
      const states = this.#participants.map(
        ({ page }) => `${page.label}: ${page.room.getStatus()}, ${page.room.getStorageStatus()}`,
      );
      return this.#divergence(`not everybody ${what} (${states.join("; ")})`, undefined);
    };
    return until(met, why, this.#stage.patienceMs);
  }

  async #token(userId: string): Promise<() => Promise<string>> {
    const body = await this.#rest(async (api) => {
      const answer = await api.identifyUser({ userId, groupIds: [] }, { userInfo: {} });
      // It never throws: a restarting server shows only in the status.
      if (answer.status !== 200) throw new Error(`No token: ${answer.status}`);
      return answer.body;
    });
    const { token } = JSON.parse(body) as { token: string };
    return async () => token;
  }

  #rest<T>(call: (api: Liveblocks) => Promise<T>): Promise<T> {
    const { url, secretKey } = this.#stage;
    return this.#again(() => call(new Liveblocks({ baseUrl: url(), secret: secretKey })));
  }

  /** Creates what does not exist yet. A call that a killed server did not answer may have created it. */
  #make(call: (api: Liveblocks) => Promise<unknown>): Promise<void> {
    return this.#rest(async (api) => {
      try {
        await call(api);
      } catch (cause) {
        if (!(cause instanceof LiveblocksError) || cause.status !== 409) throw cause;
      }
    });
  }

  /** Retries a call while the server restarts. */
  async #again<T>(call: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + 20_000;
    for (;;) {
      try {
        return await call();
      } catch (cause) {
        const restarting = !(cause instanceof LiveblocksError) || cause.status === 503;
        if (!restarting || performance.now() > deadline) throw cause;
        await pause(50);
      }
    }
  }
}

interface Tallied {
  readonly founder: string;
  readonly tallies: {
    readonly founder: string;
    readonly pushes: readonly string[];
    readonly sets: Readonly<Record<string, string>>;
    readonly fields: Readonly<Record<string, string>>;
    readonly marks: readonly (readonly [string])[];
  };
}

/** As it is after serialization. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
