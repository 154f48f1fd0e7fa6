import { useForm } from "react-hook-form";
import { Button } from "../ui/button.tsx";
import { faultResolver } from "./fault-resolver.ts";
import { Honeypot } from "./honeypot.tsx";
import { MessageField } from "./message-field.tsx";
import { PersonFields } from "./person-fields.tsx";
import { SendAdvice } from "./send-advice.tsx";
import { SendFailure } from "./send-failure.tsx";
import { SendSuccess } from "./send-success.tsx";
import { submitForm } from "./submit-form.ts";
import { canSendSupport, supportFaults } from "./support.ts";
import type { SupportFields } from "./support.ts";
import { usePrefill } from "./use-prefill.ts";
import { useSending } from "./use-sending.ts";
import { sendMessage } from "./send-message.ts";

const empty: SupportFields = { firstName: "", lastName: "", email: "", message: "", honeypot: "" };

/** The form of the support page. */
export function SupportForm() {
  const form = useForm<SupportFields>({
    mode: "onTouched",
    shouldFocusError: false,
    defaultValues: empty,
    resolver: faultResolver(supportFaults),
  });
  usePrefill(form, empty);
  const values = form.watch();
  const sending = useSending((fields: SupportFields) =>
    sendMessage("POST /internal/contact/support", {
      ...fields,
      email: fields.email.trim(),
      message: fields.message.trim(),
    }),
  );
  const busy = sending.state.kind === "submitting";

  if (sending.state.kind === "success")
    return <SendSuccess title="Message sent">We'll reply to {values.email}.</SendSuccess>;
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submitForm(form, (fields) => sending.submit(fields))}>
      <PersonFields form={form} />
      <MessageField label="Message" typed={values.message} {...form.register("message")} />
      <Honeypot {...form.register("honeypot")} />
      {sending.state.kind === "error" && (
        <SendFailure
          title="Your message couldn't be sent."
          onClose={() => {
            form.resetField("message", { defaultValue: "" });
            sending.close();
            form.setFocus("message");
          }}
        >
          <SendAdvice />
        </SendFailure>
      )}
      <Button type="submit" variant="primary" className="self-start" disabled={!canSendSupport(values)} busy={busy}>
        Send message
      </Button>
    </form>
  );
}
