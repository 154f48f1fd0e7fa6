import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import { request } from "../../../../api/request.ts";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { Input } from "../../../../ui/input.tsx";
import { listOf } from "../../shared/room-rules.ts";

/** Asks the server whether a user could enter, and why. */
export function AccessTester({ projectId, roomId }: { projectId: string; roomId: string }) {
  const [userId, setUserId] = useState("");
  const [groups, setGroups] = useState("");
  const ask = useMutation({
    mutationFn: () =>
      request("POST /internal/projects/{projectId}/rooms/{roomId}/access-test", {
        path: { projectId, roomId },
        body: { userId: userId.trim(), groupIds: listOf(groups) },
      }),
  });
  return (
    <section aria-labelledby="tester" className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5">
      <div>
        <h2 id="tester" className="text-base">
          Test access
        </h2>
        <p className="text-sm text-muted">Check whether a user with an ID token can enter.</p>
      </div>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (userId.trim() !== "" && !ask.isPending) ask.mutate();
        }}
      >
        <Field label="User ID">
          <Input value={userId} spellCheck={false} onChange={(event) => setUserId(event.target.value)} />
        </Field>
        <Field label="Groups" optional hint="Separate with commas.">
          <Input value={groups} spellCheck={false} onChange={(event) => setGroups(event.target.value)} />
        </Field>
        <Button type="submit" className="self-start" disabled={userId.trim() === ""} busy={ask.isPending}>
          Test
        </Button>
      </form>
      <div role="status">
        {ask.isError && <p className="text-sm text-danger">{ask.error.message}</p>}
        {ask.data && (
          <div
            className={`flex flex-col gap-2 rounded-md border p-4 text-sm ${ask.data.enters ? "border-success-line bg-success-soft" : "border-danger-line bg-danger-soft"}`}
          >
            <p className={`flex items-center gap-2 font-medium ${ask.data.enters ? "text-success" : "text-danger"}`}>
              {ask.data.enters ? (
                <CircleCheck className="size-4" aria-hidden />
              ) : (
                <CircleX className="size-4" aria-hidden />
              )}
              {ask.data.enters ? "Can enter" : "Can't enter"}
            </p>
            {ask.data.permissions.length > 0 && <code className="text-xs">{ask.data.permissions.join(", ")}</code>}
            <ul className="list-disc pl-5 text-muted">
              {ask.data.because.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  );
}
