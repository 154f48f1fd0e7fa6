import { answerFailures } from "@weft/protocol";
import type { AnswerFailure } from "@weft/protocol";
import { bytesOf, inputOf, show } from "./chat-command.ts";
import type { ChatCommandHandler, ChatCommandsOptions } from "./chat-command.ts";
import type { AnswerRecord, ChatOwner } from "./chat-records.ts";
import { describeAnswer } from "./describe-chat.ts";
import { cancelled, outcomeOf, waitingInvocations, withOutcome } from "./parts.ts";

/** Takes the result of a client's tool, and continues the answer that waits for it. */
export function createSetToolResult(options: ChatCommandsOptions): ChatCommandHandler<"set-tool-result"> {
  const { records, clients, answers, trees, limits } = options;
  return async (client, request) => {
    const { owner } = client;
    const { chatId, messageId, invocationId, result, generationOptions } = request;
    const input = inputOf(generationOptions, limits);
    const before = await records.message(owner, messageId);
    if (before?.role !== "assistant" || before.status !== "awaiting-tool" || before.chatId !== chatId)
      return { response: { ok: false } };
    const content = withOutcome(before.content, invocationId, outcomeOf(result));
    if (content === undefined) return { response: { ok: false } };
    const goesOn = waitingInvocations(content).length === 0;
    const description = "data" in result ? result.description : undefined;
    const descriptions = {
      ...before.run.descriptions,
      ...(description !== undefined && { [invocationId]: description }),
    };
    const refusal = await refusalOfResult(options, owner, before, content, descriptions);
    if (refusal !== undefined) {
      const errorReason = answerFailures[refusal];
      const failed: AnswerRecord = {
        ...before,
        content: cancelled(before.content, errorReason),
        status: "failed",
        errorReason,
      };
      if (!(await records.resume(owner, before, failed, answers.lease()))) return { response: { ok: false } };
      const message = describeAnswer(failed);
      return {
        response: { ok: true, message },
        after: () => clients.toLoaded(owner, chatId, { event: "settle", message }),
      };
    }
    const after: AnswerRecord = {
      ...before,
      content,
      status: goesOn ? "generating" : "awaiting-tool",
      run: { ...before.run, descriptions },
    };
    if (!(await records.resume(owner, before, after, answers.lease()))) return { response: { ok: false } };
    const all = client.loaded.has(chatId) ? [] : (await trees.read(owner, chatId)).messages;
    return {
      response: { ok: true, message: describeAnswer(after) },
      after() {
        show(options, client, chatId, all, [after]);
        if (goesOn) answers.start(owner, after, input);
      },
    };
  };
}

/** Why an answer does not take the result of a tool: it becomes part of the message. */
async function refusalOfResult(
  { records, space, limits }: Pick<ChatCommandsOptions, "records" | "space" | "limits">,
  owner: ChatOwner,
  { chatId, content: before, run }: AnswerRecord,
  content: AnswerRecord["content"],
  descriptions: AnswerRecord["run"]["descriptions"],
): Promise<AnswerFailure | undefined> {
  const bytes = bytesOf(content) + bytesOf(descriptions);
  if (bytes > limits.answerBytes) return "toolResultTooLong";
  const more = bytes - bytesOf(before) - bytesOf(run.descriptions);
  return space.admit(owner, Math.max(more, 0), (await records.contents(owner, chatId)).bytes);
}
