import type { AiCommandName, AiRequest, AiResponse } from "@weft/protocol";
import { nanoid } from "nanoid";

/** A command that was refused, or not answered in time. */
export class AiCommandFailed extends Error {
  override name = "AiCommandFailed";
}

/**
 * Commands under way. All of them have one effect however often they arrive, so those that a lost socket leaves open are sent
 * again on the next one.
 */
export interface AiCommands {
  run<C extends AiCommandName>(cmd: C, fields: AiRequest<C>): Promise<AiResponse<C>>;
  /** Takes answers and refusals. False if the frame is neither. */
  receive(frame: unknown): boolean;
  connected(): void;
  lost(): void;
  /** Rejects everything under way, and whatever follows. */
  end(reason: string): void;
}

interface CommandUnderWay {
  readonly frame: { readonly cmd: string; readonly cmdId: string };
  readonly answered: (response: unknown) => void;
  readonly failed: (cause: AiCommandFailed) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const answerMs = 4_000;

/** `send` answers false while there is no connection. */
export function createAiCommands(send: (frame: unknown) => boolean): AiCommands {
  const underWay = new Map<string, CommandUnderWay>();
  let ended: string | undefined;

  const written = (command: CommandUnderWay) => {
    if (!send(command.frame)) return;
    command.timer = setTimeout(() => {
      underWay.delete(command.frame.cmdId);
      command.failed(new AiCommandFailed(`The server did not answer ${command.frame.cmd} in time.`));
    }, answerMs);
  };
  const taken = (cmdId: string) => {
    const command = underWay.get(cmdId);
    clearTimeout(command?.timer);
    underWay.delete(cmdId);
    return command;
  };

  return {
    run: (cmd, fields) =>
      new Promise((answered, failed) => {
        if (ended !== undefined) return failed(new AiCommandFailed(ended));
        const frame = { cmd, cmdId: nanoid(7), ...fields };
        const command: CommandUnderWay = { frame, answered: answered as never, failed, timer: undefined };
        underWay.set(frame.cmdId, command);
        written(command);
      }),
    receive(frame) {
      const { cmd, cmdId, event, failedCmdId, error } = frame as Record<string, unknown>;
      if (event === "cmd-failed") {
        taken(String(failedCmdId))?.failed(new AiCommandFailed(String(error)));
        return true;
      }
      if (typeof cmd !== "string" || typeof cmdId !== "string") return false;
      taken(cmdId)?.answered(frame);
      return true;
    },
    connected() {
      for (const command of underWay.values()) if (command.timer === undefined) written(command);
    },
    lost() {
      for (const command of underWay.values()) {
        clearTimeout(command.timer);
        command.timer = undefined;
      }
    },
    end(reason) {
      ended = reason;
      for (const cmdId of underWay.keys()) taken(cmdId)?.failed(new AiCommandFailed(reason));
    },
  };
}
