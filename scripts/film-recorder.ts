/**
 * Records what two windows show, in real time. A screencast sends a picture whenever a page has changed; pictures and the moves of
 * the pointer keep their times, so the film is as fast as the product was.
 */
import { setTimeout as elapse } from "node:timers/promises";
import type { CDPSession, Locator, Page } from "playwright-core";

/** What a browser without a screen has no picture of. */
export interface PointerMove {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly isDown: boolean;
}

export interface Picture {
  readonly at: number;
  /** A JPEG file in base64. */
  readonly data: string;
}

/** A window of the film during one scene. */
export interface WindowRecording {
  readonly title: string;
  readonly detail: string;
  readonly color: string;
  /** Of its page. */
  readonly width: number;
  readonly pictures: readonly Picture[];
  readonly moves: readonly PointerMove[];
}

export interface SceneRecording {
  readonly caption: string;
  readonly lastsMs: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly windows: readonly WindowRecording[];
  readonly states: readonly ServerStateChange[];
}

export interface ServerStateChange {
  readonly at: number;
  readonly isRunning: boolean;
}

export interface Scene {
  /** One sentence, which is drawn above the windows and is the scene's cue in the captions. */
  readonly caption: string;
  /** In the film. What took longer on a busy machine is played faster. */
  readonly lastsMs: number;
  readonly windows: readonly FilmWindow[];
  /** Whether the scene shows that the server runs, and changes it. */
  readonly serverStates?: readonly ServerStateChange[];
  /** Checks what its caption says, and throws if that is not so. */
  play(): Promise<void>;
}

/** Between two pictures of a window: no more of them are drawn. */
const pictureMs = 80;
/** Between two positions of the pointer on its way. */
const stepMs = 25;

/** A page with a user at it, who takes time to point and to type. */
export class FilmWindow {
  readonly page: Page;
  readonly title: string;
  readonly color: string;
  detail: string;
  #pictures: Picture[] = [];
  #moves: PointerMove[] = [];
  #place: { x: number; y: number } | undefined;
  #isDown = false;

  constructor(page: Page, about: { readonly title: string; readonly detail: string; readonly color: string }) {
    this.page = page;
    this.title = about.title;
    this.detail = about.detail;
    this.color = about.color;
  }

  /** Records until the returned function is called. */
  async record(): Promise<() => Promise<WindowRecording>> {
    this.#pictures = [];
    this.#moves = [];
    this.#note();
    const session = await this.page.context().newCDPSession(this.page);
    const first = Promise.withResolvers<void>();
    session.on("Page.screencastFrame", ({ data, metadata, sessionId }) => {
      this.#pictures.push({ at: (metadata.timestamp ?? Date.now() / 1_000) * 1_000, data });
      first.resolve();
      void acknowledge(session, sessionId);
    });
    await session.send("Page.startScreencast", { format: "jpeg", quality: 92 });
    await first.promise;
    return async () => {
      await session.send("Page.stopScreencast");
      await session.detach();
      const { title, detail, color } = this;
      return {
        title,
        detail,
        color,
        width: this.page.viewportSize()?.width ?? 0,
        pictures: this.#pictures,
        moves: this.#moves,
      };
    };
  }

  /** Moves the pointer to the middle of an element, or to a part of its width and height. */
  async pointAt(
    target: Locator,
    part: { readonly x?: number; readonly y?: number } = {},
    lastsMs = 500,
  ): Promise<void> {
    const box = await target.boundingBox();
    if (box === null) throw new Error(`Nothing to point at: ${String(target)}.`);
    await this.moveTo(box.x + box.width * (part.x ?? 0.5), box.y + box.height * (part.y ?? 0.5), lastsMs);
  }

  async moveTo(x: number, y: number, lastsMs = 500): Promise<void> {
    const from = this.#place ?? { x: x + 90, y: y + 140 };
    const startedAt = Date.now();
    for (;;) {
      const done = Math.min(1, (Date.now() - startedAt) / lastsMs);
      const eased = done * done * (3 - 2 * done);
      this.#place = { x: from.x + (x - from.x) * eased, y: from.y + (y - from.y) * eased };
      await this.page.mouse.move(this.#place.x, this.#place.y);
      this.#note();
      if (done === 1) return;
      await elapse(stepMs);
    }
  }

  async click(target: Locator, part?: { readonly x?: number; readonly y?: number }, clickCount = 1): Promise<void> {
    await this.pointAt(target, part);
    if (clickCount > 1) return this.page.mouse.click(this.#place!.x, this.#place!.y, { clickCount });
    await this.press();
    await this.release();
  }

  async press(): Promise<void> {
    this.#isDown = true;
    await this.page.mouse.down();
    this.#note();
    await elapse(90);
  }

  async release(): Promise<void> {
    this.#isDown = false;
    await this.page.mouse.up();
    this.#note();
  }

  async type(words: string, letterMs = 55): Promise<void> {
    for (const letter of words) {
      await this.page.keyboard.type(letter);
      await elapse(letterMs);
    }
  }

  #note(): void {
    if (this.#place !== undefined) this.#moves.push({ at: Date.now(), ...this.#place, isDown: this.#isDown });
  }
}

/** Plays a scene and records its windows. */
export async function recordScene(scene: Scene): Promise<SceneRecording> {
  const stops = await Promise.all(scene.windows.map((window) => window.record()));
  const startedAt = Date.now();
  await scene.play();
  await elapse(Math.max(0, startedAt + scene.lastsMs - Date.now()));
  const endedAt = Date.now();
  const { caption, lastsMs, serverStates: states = [] } = scene;
  console.log(`  ${((endedAt - startedAt) / lastsMs).toFixed(2)}× ${caption}`);
  const windows = await Promise.all(stops.map((stop) => stop()));
  return { caption, lastsMs, startedAt, endedAt, windows, states };
}

/** The browser sends the next picture after this. */
async function acknowledge(session: CDPSession, sessionId: number): Promise<void> {
  await elapse(pictureMs);
  // The recording may be over.
  await session.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
}
