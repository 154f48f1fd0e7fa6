import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import { unit } from "./engine-dialect.ts";
import type { Engine } from "./engine.ts";
import type { Tables } from "./tables.ts";

/** A mail that was just written. */
export interface NewMail {
  readonly at: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: string;
  /** `waiting`: it is to leave. `kept`: no mail leaves this server, and whoever runs it hands it on. */
  readonly state: "kept" | "waiting";
  /** From then on it is of no use any more. */
  readonly giveUpAt: number;
}

/** A mail on its way, or one that could not leave. A mail that has left is forgotten. */
export interface KeptMail extends Omit<NewMail, "state"> {
  readonly id: number;
  readonly state: NewMail["state"] | "failed";
  /** How often it was tried to hand it over. */
  readonly tries: number;
  /** When it is tried next. */
  readonly dueAt: number;
  /** What became of the last try. */
  readonly failure?: string;
}

/** Where mails wait until they have left: a job each, claimed by whoever hands it over. */
export interface MailRecords {
  /** Of those that wait for nothing any more, the newest 200 stay. */
  insert(mails: readonly NewMail[]): Promise<void>;
  /**
   * Claims mails that are due, the longest waiting first, and counts the try. Until `until` nobody else gets them; a
   * claim that was not settled by then, because its process died, is one that failed.
   */
  claim(now: number, until: number, limit: number): Promise<readonly KeptMail[]>;
  /** It was handed over. */
  settle(id: number): Promise<void>;
  /** It could not be handed over, and is tried again. */
  postpone(id: number, dueAt: number, failure: string): Promise<void>;
  /** It could not be handed over, and stays where it is. */
  giveUp(id: number, failure: string): Promise<void>;
  /** Has a mail tried from now on, as if it were new. False when there is none of this id. */
  renew(id: number, now: number, giveUpAt: number): Promise<boolean>;
  /** When the next one is due. */
  nextDueAt(): Promise<number | undefined>;
  /** The newest 500, newest first. */
  list(): Promise<readonly KeptMail[]>;
}

const settledMails = 200;
/** However many wait for a mail server that is away, so many are shown. */
const listedMails = 500;

export function createMailRecords(engine: Engine, db: Kysely<Tables>): MailRecords {
  const change = (id: number) => db.updateTable("mails").where("id", "=", id);
  return {
    async insert(mails) {
      if (mails.length > 0) await unit(engine, insertMails(db, mails));
    },
    async claim(now, until, limit) {
      const due = db
        .selectFrom("mails")
        .select("id")
        .where("state", "=", "waiting")
        .where("due_at", "<=", now)
        .orderBy("due_at")
        .orderBy("id")
        .limit(limit);
      const rows = await db
        .updateTable("mails")
        .set((eb) => ({ due_at: until, tries: sql<number>`${eb.ref("tries")} + 1` }))
        .where("id", "in", due)
        .returningAll()
        .execute();
      return rows.map(toMail).toSorted((one, other) => one.id - other.id);
    },
    async settle(id) {
      await db.deleteFrom("mails").where("id", "=", id).execute();
    },
    async postpone(id, dueAt, failure) {
      await change(id).set({ due_at: dueAt, failure }).execute();
    },
    async giveUp(id, failure) {
      await change(id).set({ state: "failed", failure }).execute();
    },
    async renew(id, now, giveUpAt) {
      const renewed = { state: "waiting", due_at: now, give_up_at: giveUpAt, tries: 0 };
      const { numUpdatedRows } = await change(id).set(renewed).executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async nextDueAt() {
      const row = await db
        .selectFrom("mails")
        .select(({ fn }) => fn.min("due_at").as("at"))
        .where("state", "=", "waiting")
        .executeTakeFirst();
      return row?.at ?? undefined;
    },
    async list() {
      const newest = db.selectFrom("mails").selectAll().orderBy("id", "desc").limit(listedMails);
      return (await newest.execute()).map(toMail);
    },
  };
}

/** Also for units: a mail and what it tells of are written together. */
export function insertMails(db: Kysely<Tables>, mails: readonly NewMail[]) {
  const newest = db
    .selectFrom("mails")
    .select("id")
    .where("state", "!=", "waiting")
    .orderBy("id", "desc")
    .limit(settledMails);
  return [
    db.insertInto("mails").values(
      mails.map(({ at, to, subject, text, replyTo = null, state, giveUpAt }) => ({
        at,
        recipient: to,
        reply_to: replyTo,
        subject,
        body: text,
        state,
        tries: 0,
        due_at: at,
        give_up_at: giveUpAt,
        failure: null,
      })),
    ),
    db.deleteFrom("mails").where("state", "!=", "waiting").where("id", "not in", newest),
  ];
}

function toMail(row: Selectable<Tables["mails"]>): KeptMail {
  return {
    id: row.id,
    at: row.at,
    to: row.recipient,
    subject: row.subject,
    text: row.body,
    replyTo: row.reply_to ?? undefined,
    state: row.state as KeptMail["state"],
    tries: row.tries,
    dueAt: row.due_at,
    giveUpAt: row.give_up_at,
    failure: row.failure ?? undefined,
  };
}
