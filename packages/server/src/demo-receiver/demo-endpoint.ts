import { createWebhookSecret, currentSecretOf, demoProjectId, sealWebhookSecret } from "@weft/collab";
import type { Seal, Signals, WebhookEndpointRecord, WebhookRecords } from "@weft/collab";
import { WeftError, webhookEventTypes } from "@weft/protocol";
import type { DomainEventType, Limits } from "@weft/protocol";
import type { Clock, Timer } from "@weft/room";
import { demoReceiverUrl } from "./demo-receiver.ts";

/**
 * The endpoint of the demo project that leads to the demo receiver. Like any other it is a record, with deliveries that the
 * dashboard shows.
 *
 *     the first page opens ──► enabled, with a new secret ──► the last page was closed `demoReceiverIdleMs` ago ──► disabled
 *
 * Nodes of a cluster tell each other while pages are open there, so that none disables the endpoint that another one uses.
 * Pages verify signatures themselves, so the secret is shown to visitors. It signs requests to the demo receiver alone, and is
 * replaced each time the endpoint is enabled.
 */
export interface DemoEndpoint extends Disposable {
  /** Enables the endpoint, until a while after the result is disposed. NOT_FOUND if the project can have no such endpoint. */
  use(): Promise<DemoEndpointUse>;
}

export interface DemoEndpointUse extends Disposable {
  readonly secret: string;
}

export interface DemoEndpointOptions {
  readonly records: Pick<WebhookRecords, "endpoints" | "insertEndpoint" | "updateEndpoint" | "dropWaiting">;
  readonly seal: Seal;
  readonly signals: Pick<Signals, "publish" | "subscribe">;
  /** The endpoint was changed. */
  readonly changed: () => Promise<void>;
  readonly clock: Pick<Clock, "now" | "setTimer">;
  readonly limits: Pick<Limits, "demoReceiverIdleMs" | "webhooksPerProject" | "webhookThrottleSecondsMin">;
}

/** The notifications of users are not about the room that a page shows. */
const shownEvents: readonly DomainEventType[] = webhookEventTypes.filter((type) => type !== "notification");
const id = "we_demo-receiver";

/** An endpoint that a process before this one left enabled is disabled, too, if no page uses it. */
export function openDemoEndpoint(options: DemoEndpointOptions): DemoEndpoint {
  return new RecordedEndpoint(options);
}

class RecordedEndpoint implements DemoEndpoint {
  readonly #options: DemoEndpointOptions;
  #uses = 0;
  #timer: Timer;
  #isClosed = false;
  /** One change of the record at a time. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(options: DemoEndpointOptions) {
    this.#options = options;
    this.#timer = this.#disableLater();
    options.signals.subscribe("demoReceiverUsed", (_, from) => {
      if (from === "here" || this.#uses > 0 || this.#isClosed) return;
      this.#timer.cancel();
      this.#timer = this.#disableLater();
    });
  }

  async use(): Promise<DemoEndpointUse> {
    this.#uses++;
    this.#sayUsed();
    let isUsed = true;
    const leave = () => {
      if (!isUsed) return;
      isUsed = false;
      if (--this.#uses > 0 || this.#isClosed) return;
      this.#timer.cancel();
      this.#timer = this.#disableLater();
    };
    try {
      return { secret: await this.#inTurn(() => this.#enable()), [Symbol.dispose]: leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#timer.cancel();
  }

  /** Says so as long as it is used: signals may be lost. */
  #sayUsed(): void {
    const { clock, limits, signals } = this.#options;
    this.#timer.cancel();
    signals.publish({ type: "demoReceiverUsed" });
    this.#timer = clock.setTimer(limits.demoReceiverIdleMs / 4, () => this.#sayUsed());
  }

  #disableLater(): Timer {
    const { clock, limits } = this.#options;
    return clock.setTimer(limits.demoReceiverIdleMs, () => this.#inTurn(() => this.#disable()));
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.#changing.then(change);
    this.#changing = changed.catch(() => {});
    return changed;
  }

  async #find(): Promise<WebhookEndpointRecord | undefined> {
    return (await this.#options.records.endpoints(demoProjectId)).find(({ url }) => url === demoReceiverUrl);
  }

  async #enable(): Promise<string> {
    const { records, seal, changed, clock, limits } = this.#options;
    const found = await this.#find();
    const known = found?.disabled === false ? currentSecretOf(seal, found) : undefined;
    if (known !== undefined) return known;
    const secret = createWebhookSecret();
    const name = { project: demoProjectId, id: found?.id ?? id };
    const now = clock.now();
    const settings = {
      disabled: false,
      subscribedEvents: shownEvents,
      storageThrottleSeconds: limits.webhookThrottleSecondsMin,
      documentThrottleSeconds: limits.webhookThrottleSecondsMin,
      sealedSecret: sealWebhookSecret(seal, name, secret),
      previousSecretUntil: 0,
      updatedAt: now,
    };
    const done =
      found === undefined
        ? await records.insertEndpoint(
            { ...name, ...settings, url: demoReceiverUrl, headers: {}, createdAt: now },
            limits.webhooksPerProject,
          )
        : await records.updateEndpoint(name, settings, found);
    if (!done)
      throw new WeftError("NOT_FOUND", {
        message: "The demo project has no webhook endpoint for this page.",
        suggestion: "If the demo project has reached its limit of endpoints, delete one.",
      });
    await changed();
    return secret;
  }

  async #disable(): Promise<void> {
    const { records, changed, clock } = this.#options;
    if (this.#uses > 0 || this.#isClosed) return;
    const found = await this.#find();
    if (found === undefined || found.disabled) return;
    const now = clock.now();
    await records.updateEndpoint(found, { disabled: true, updatedAt: now }, found);
    await records.dropWaiting(found, now);
    await changed();
  }
}
