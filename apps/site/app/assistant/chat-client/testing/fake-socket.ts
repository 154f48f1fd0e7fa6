import type { AiWebSocket } from "../ai-connection.ts";

/** A socket whose other end is the test. */
export class FakeSocket extends EventTarget implements AiWebSocket {
  readonly url: URL;
  readonly sent: string[] = [];
  closed = false;

  constructor(url: URL) {
    super();
    this.url = url;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.dispatchEvent(new Event("open"));
  }

  receive(frame: unknown): void {
    const data = typeof frame === "string" ? frame : JSON.stringify(frame);
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  end(code: number): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }

  /** The commands that were sent, parsed. */
  get commands(): Record<string, unknown>[] {
    return this.sent.filter((text) => text !== "ping").map((text) => JSON.parse(text) as Record<string, unknown>);
  }
}
