import { once } from "node:events";
import type { AiMessage } from "@weft/protocol";
import { WebSocket } from "ws";
import { until } from "./until.ts";

/** A client of the AI socket that records what it receives, and is controlled by tests. */
export interface ChatClient extends Disposable {
  /** Everything that was received, oldest first. */
  readonly frames: readonly any[];
  /** The code with which its connection has ended. */
  readonly closed: Promise<number>;
  /** Sends a command and waits for its answer. */
  send(cmd: string, fields: object): Promise<any>;
  /** Sends a command, and does not wait. */
  say(cmd: string, fields: object): void;
  /** Sends a frame as it is. */
  sayText(text: string): void;
  /** The message as it was received last, its deltas left out. */
  message(id: string): AiMessage | undefined;
}

export async function openChatClient(url: string, token: string): Promise<ChatClient> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/ai/v7?tok=${token}&version=3.24.2`);
  socket.on("error", () => {});
  const frames: any[] = [];
  socket.on("message", (data: Buffer) => frames.push(JSON.parse(data.toString())));
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await once(socket, "open");
  let sent = 0;
  function say(cmd: string, fields: object): string {
    const cmdId = `c${sent++}`;
    socket.send(JSON.stringify({ cmd, cmdId, ...fields }), () => {});
    return cmdId;
  }
  return {
    frames,
    closed,
    say: (cmd, fields) => void say(cmd, fields),
    sayText: (text) => socket.send(text, () => {}),
    async send(cmd, fields) {
      const cmdId = say(cmd, fields);
      const answer = () => frames.find((frame) => frame.cmdId === cmdId || frame.failedCmdId === cmdId);
      return until(`the answer to ${cmd}`, answer);
    },
    message: (id) =>
      frames
        .flatMap(({ messages = [], message, targetMessage }) => [...messages, message, targetMessage])
        .findLast((one) => one?.id === id),
    [Symbol.dispose]: () => socket.terminate(),
  };
}

export const question = (
  chatId: string,
  n: number,
  text: string,
  options: object = {},
  parent: string | null = null,
) => ({
  chatId,
  sourceMessage: { id: `ms_u${chatId}${n}`, parentMessageId: parent, content: [{ type: "text", text }] },
  targetMessageId: `ms_a${chatId}${n}`,
  generationOptions: { stream: true, ...options },
});
