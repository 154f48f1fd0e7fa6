import { companyRoles, companySizes } from "@weft/protocol/internal/form-rules";
import type { CompanyRole, CompanySize } from "@weft/protocol/internal/form-rules";
import { Controller, useForm } from "react-hook-form";
import { useLocation } from "react-router";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { faultResolver } from "./fault-resolver.ts";
import { Honeypot } from "./honeypot.tsx";
import { MessageField } from "./message-field.tsx";
import { PersonFields } from "./person-fields.tsx";
import { submitForm } from "./submit-form.ts";
import { canSendSales, salesBody, salesFaults } from "./sales.ts";
import type { SalesFields } from "./sales.ts";
import { SendAdvice } from "./send-advice.tsx";
import { SendFailure } from "./send-failure.tsx";
import { SendSuccess } from "./send-success.tsx";
import { usePrefill } from "./use-prefill.ts";
import { useSending } from "./use-sending.ts";
import { sendMessage } from "./send-message.ts";

const empty: SalesFields = {
  firstName: "",
  lastName: "",
  email: "",
  companySize: "",
  role: "",
  message: "",
  extra: "",
};

const options = <V extends string>(values: readonly V[]) => values.map((value) => ({ value, label: value }));

/** A word with those who sell plans and support. */
export function SalesForm() {
  const { pathname } = useLocation();
  const form = useForm<SalesFields>({ mode: "onTouched", defaultValues: empty, resolver: faultResolver(salesFaults) });
  usePrefill(form, empty);
  const values = form.watch();
  const { errors } = form.formState;
  const sending = useSending(async (fields: SalesFields) => {
    const body = salesBody(fields, pathname);
    if (body) await sendMessage("POST /internal/contact/sales", body);
  });

  if (sending.state.kind === "success")
    return <SendSuccess title="Message sent">We'll reply to {values.email}.</SendSuccess>;
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submitForm(form, (fields) => sending.submit(fields))}>
      <PersonFields form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="companySize"
          render={({ field }) => (
            <Field label="Company size" required error={errors.companySize?.message}>
              <Select<CompanySize>
                options={options(companySizes)}
                value={field.value || null}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
              />
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <Field label="Role" required error={errors.role?.message}>
              <Select<CompanyRole>
                options={options(companyRoles)}
                value={field.value || null}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
              />
            </Field>
          )}
        />
      </div>
      <MessageField label="Message" typed={values.message} {...form.register("message")} />
      <Honeypot {...form.register("extra")} />
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
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        disabled={!canSendSales(values)}
        busy={sending.state.kind === "submitting"}
      >
        Send message
      </Button>
    </form>
  );
}
