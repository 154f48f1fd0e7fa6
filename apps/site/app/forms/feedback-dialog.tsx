import { useForm } from "react-hook-form";
import { useLocation } from "react-router";
import { useMe } from "../api/use-me.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { faultResolver } from "./fault-resolver.ts";
import { canSendFeedback, feedbackBody, feedbackMissing } from "./feedback.ts";
import type { FeedbackFields } from "./feedback.ts";
import { MessageField } from "./message-field.tsx";
import { emailFault } from "./person.ts";
import { SendAdvice } from "./send-advice.tsx";
import { SendFailure } from "./send-failure.tsx";
import { useSending } from "./use-sending.ts";
import { sendMessage } from "./send-message.ts";

export interface FeedbackDialogProps {
  /** The answer to "Was this page helpful?", when the dialog comes from there. */
  wasItHelpful?: boolean | undefined;
  onClose: () => void;
}

/** Feedback to the operator of this server. */
export function FeedbackDialog({ wasItHelpful, onClose }: FeedbackDialogProps) {
  const { data: me } = useMe();
  const { pathname } = useLocation();
  const user = me?.user ?? null;
  const form = useForm<FeedbackFields>({
    mode: "onTouched",
    defaultValues: { email: "", message: "" },
    resolver: faultResolver(({ email }) => (user === null ? { email: emailFault(email) } : {})),
  });
  const values = form.watch();
  const sending = useSending((fields: FeedbackFields) =>
    sendMessage(
      "POST /internal/feedback",
      feedbackBody(fields, {
        user,
        source: wasItHelpful === undefined ? { kind: "button" } : { kind: "page", wasItHelpful },
        route: pathname,
      }),
    ),
  );
  const { kind } = sending.state;
  const missing = feedbackMissing(values, user);
  const onOpenChange = (open: boolean) => !open && onClose();

  if (kind === "success")
    return (
      <Dialog open title="Feedback sent" onOpenChange={onOpenChange} footer={<Button onClick={onClose}>Close</Button>}>
        <p role="status">Thank you for your feedback.</p>
      </Dialog>
    );
  if (kind === "error")
    return (
      <Dialog open title="Feedback" onOpenChange={onOpenChange}>
        <SendFailure
          title="Your message couldn't be sent"
          onClose={() => {
            form.resetField("message", { defaultValue: "" });
            sending.close();
            // The form comes back with the next drawing.
            setTimeout(() => form.setFocus("message"), 0);
          }}
        >
          <SendAdvice />
        </SendFailure>
      </Dialog>
    );
  return (
    <Dialog open title="Feedback" description={asked(wasItHelpful)} onOpenChange={onOpenChange}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit((fields) => sending.submit(fields))(event)}
      >
        <MessageField label="Message" typed={values.message} {...form.register("message")} />
        {user === null && (
          <Field label="Email" required hint="We reply to this address." error={form.formState.errors.email?.message}>
            <Input type="email" autoComplete="email" {...form.register("email")} />
          </Field>
        )}
        {missing !== undefined && <p className="-mb-2 text-sm text-muted">{missing}</p>}
        <div className="flex items-center justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!canSendFeedback(values, user)}
            busy={kind === "submitting"}
          >
            Send feedback
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function asked(wasItHelpful: boolean | undefined): string {
  if (wasItHelpful === undefined) return "Tell us what works, what is missing or what is broken.";
  return wasItHelpful ? "Good to hear. What helped?" : "Thanks for letting us know. What was missing or wrong?";
}
