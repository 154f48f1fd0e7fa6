/**
 * Chats of users with copilots: the AI socket (`/ai/v7`), over any transport.
 *
 *   connection ─► receive(command) ─► its answer ─► events: `sync` to the user's other connections, deltas, `settle`
 *
 * - Chats are private to one user of one organization of a project.
 * - Commands of one connection are handled in order, and changes of one chat one after another.
 * - The answer to a command is sent before any event that it causes.
 * - A message never changes its parent, and the instants of a chat's messages strictly increase.
 */
import { AiCommandFrame, aiCommands, limits as platformLimits, WeftError } from "@weft/protocol";
import type { AiCommandName, ProjectId } from "@weft/protocol";
import { z } from "zod";
import { KeyedMutex } from "../keyed-mutex.ts";
import { createInProcessSignals } from "../signals/in-process-signals.ts";
import type { Signals } from "../signals/signals.ts";
import { Answers } from "./answers.ts";
import type { AnswersOptions } from "./answers.ts";
import { ChatClients, keyOf } from "./chat-clients.ts";
import type { ChatClient } from "./chat-clients.ts";
import { CommandFailed } from "./chat-command.ts";
import type { ChatCommands, ChatCommandsOptions } from "./chat-command.ts";
import { createChatCommands } from "./chat-commands.ts";
import type { ChatOwner } from "./chat-records.ts";
import { createChatSpace } from "./chat-space.ts";
import type { ChatSpaceOptions } from "./chat-space.ts";
import { createChatTrees } from "./chat-trees.ts";
import { describeChat, describeMessage } from "./describe-chat.ts";
import { createRefusedQuestions } from "./refused-questions.ts";
import { createTitles } from "./titles.ts";
import type { Alone } from "./titles.ts";

export interface Chats extends AsyncDisposable {
  /**
   * Adds a connection of a user, and sends it what happened while the user was away. Undefined if the user has as many
   * connections as they may.
   */
  connect(owner: ChatOwner, send: (frame: object) => void): ChatConnection | undefined;
  /** Settles answers whose processes are gone. How many. */
  recover(): Promise<number>;
  eraseUser(project: ProjectId, userId: string): Promise<void>;
  eraseProject(project: ProjectId): Promise<void>;
}

export interface ChatConnection {
  /** Takes a frame, parsed. False if it is no command: the connection is to be closed. */
  receive(frame: unknown): boolean;
  close(): void;
}

export type ChatsOptions = Omit<AnswersOptions, "clients" | "settled" | "stored" | "signals"> &
  Pick<ChatSpaceOptions, "quotas"> &
  Pick<ChatCommandsOptions, "cursors"> & {
    /** A command that failed for no fault of the client. */
    readonly commandFailed: (error: unknown) => void;
    /** Reach the connections and the answers of other processes. By default, there are none. */
    readonly signals?: Signals;
  };

export function createChats(options: ChatsOptions): Chats {
  const { records, clock, node, signals = createInProcessSignals(), limits = platformLimits } = options;
  const now = () => clock.now();
  /** What is to be sent again: chats by connection. */
  const crossed = new Map<ChatClient, Set<string>>();
  const clients = new ChatClients({
    signals,
    now,
    crossed(client, chatIds) {
      const known = crossed.get(client);
      if (known !== undefined) return chatIds.forEach((id) => known.add(id));
      const waiting = new Set(chatIds);
      crossed.set(client, waiting);
      alone(client.owner, () => {
        crossed.delete(client);
        return sendAgain(client, waiting);
      }).catch((error: unknown) => options.commandFailed(error));
    },
  });
  let connections = 0;
  const mutex = new KeyedMutex();
  /** What changes a user's chats, or reads and sends them, comes one after another: nothing older is sent after what is newer. */
  const alone: Alone = (owner, work) => mutex.run(keyOf(owner), work);
  const titles = createTitles({ ...options, clients, alone });
  const space = createChatSpace({ ...options, now });
  const answers = new Answers({
    ...options,
    signals,
    clients,
    stored: (owner, bytes) => space.stored(owner, bytes),
    settled: (owner, chatId, copilot) =>
      void titles.give(owner, chatId, copilot).catch((error: unknown) => options.commandFailed(error)),
  });
  const trees = createChatTrees(records, answers, now);
  const commands = createChatCommands({
    ...options,
    clients,
    answers,
    trees,
    space,
    refused: createRefusedQuestions({ now, limits }),
    now,
    limits,
  });

  /** Clients do not ask again after they reconnect: what goes on, or ended a moment ago, is sent whole. */
  async function sendRecent(client: ChatClient): Promise<void> {
    for (const chatId of await records.recent(client.owner, now() - limits.answerResentMs)) {
      const { chat, messages } = await trees.read(client.owner, chatId);
      client.loaded.add(chatId);
      client.send({ event: "sync", chats: [describeChat(chat)], messages: messages.map(describeMessage) });
      answers.want(client, messages);
    }
  }

  /** Clients break on a message whose ancestors they do not have. */
  signals.onMissed(() => {
    for (const client of clients.all())
      alone(client.owner, () => sendAgain(client, client.loaded)).catch((error: unknown) =>
        options.commandFailed(error),
      );
  });

  /** Sends chats that may have changed without a word: whole, where their messages are loaded. */
  async function sendAgain(client: ChatClient, chatIds: ReadonlySet<string>): Promise<void> {
    for (const chatId of chatIds) {
      const found = await records.find(client.owner, chatId);
      if (found !== undefined && !client.loaded.has(chatId)) {
        client.send({ event: "sync", chats: [describeChat(found)] });
        continue;
      }
      const { chat, messages } = await trees.read(client.owner, chatId);
      const isDeleted = (await records.find(client.owner, chatId)) === undefined;
      client.send(
        isDeleted
          ? { event: "sync", "-chats": [chatId] }
          : { event: "sync", clear: [chatId], chats: [describeChat(chat)], messages: messages.map(describeMessage) },
      );
      answers.want(client, messages);
    }
  }

  return {
    connect(owner, send) {
      if (clients.count(owner) >= limits.chatConnectionsPerUser) return undefined;
      const client: ChatClient = { id: `${node} ${connections++}`, owner, loaded: new Set(), send };
      clients.add(client);
      let open = true;
      let last: Promise<void> = alone(owner, () => sendRecent(client)).catch((error: unknown) =>
        options.commandFailed(error),
      );
      return {
        receive(frame) {
          const command = AiCommandFrame.safeParse(frame);
          if (!command.success) return false;
          last = last.then(async () => {
            if (open) await alone(owner, () => run(commands, client, send, command.data, options.commandFailed));
          });
          return true;
        },
        close() {
          open = false;
          clients.remove(client);
        },
      };
    },
    recover: () => answers.recover(),
    async eraseUser(project, userId) {
      answers.dropAll((owner) => owner.project === project && owner.userId === userId);
      await records.eraseUser(project, userId);
    },
    async eraseProject(project) {
      answers.dropAll((owner) => owner.project === project);
      await records.eraseProject(project);
    },
    [Symbol.asyncDispose]: () => answers[Symbol.asyncDispose](),
  };
}

/** Carries out one command and sends its answer. */
async function run(
  commands: ChatCommands,
  client: ChatClient,
  send: (frame: object) => void,
  { cmd, cmdId, ...fields }: z.output<typeof AiCommandFrame>,
  failed: (error: unknown) => void,
): Promise<void> {
  const refuse = (error: string) => send({ event: "cmd-failed", failedCmd: cmd, failedCmdId: cmdId, error });
  if (!Object.hasOwn(aiCommands, cmd)) return refuse(`There is no command "${cmd}".`);
  const name = cmd as AiCommandName;
  const request = aiCommands[name].request.safeParse(fields);
  if (!request.success) return refuse(z.prettifyError(request.error));
  try {
    // The schema of this name has checked the request.
    const handler = commands[name] as (client: ChatClient, request: unknown) => ReturnType<ChatCommands[AiCommandName]>;
    const { response, after } = await handler(client, request.data);
    send({ cmd, cmdId, ...response });
    after?.();
  } catch (error) {
    if (error instanceof CommandFailed || (error instanceof WeftError && error.code === "UNPROCESSABLE_ENTITY"))
      return refuse(error.message);
    failed(error);
    refuse("Something went wrong on the server.");
  }
}
