import { companyRoles, companySizes } from "@weft/protocol/internal/form-rules";
import { Controller, useForm } from "react-hook-form";
import { useLocation } from "react-router";
import { useMe } from "../../api/use-me.ts";
import { faultResolver } from "../../forms/fault-resolver.ts";
import { MessageField } from "../../forms/message-field.tsx";
import { isMessage, messageFault } from "../../forms/message.ts";
import { PersonFields } from "../../forms/person-fields.tsx";
import { canSendSales, salesFaults } from "../../forms/sales.ts";
import type { SalesFields } from "../../forms/sales.ts";
import { canSendSupport, supportFaults } from "../../forms/support.ts";
import { useSending } from "../../forms/use-sending.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { argumentsOf, dataOf, textOf } from "./assistant-tool.ts";
import type { ToolViewProps } from "./assistant-tool.ts";
import { contactCancelled, contactDraft, contactFailures, contactTypeOf, sendContact } from "./contact.ts";
import type { ContactType } from "./contact.ts";
import { ToolCard } from "./tool-card.tsx";

const titles: Readonly<Record<ContactType, string>> = {
  support: "Contact support",
  sales: "Contact sales",
  feedback: "Send feedback",
};

const rules: Readonly<
  Record<
    ContactType,
    {
      readonly canSend: (fields: SalesFields) => boolean;
      readonly faults: (fields: SalesFields) => Partial<Record<keyof SalesFields, string | undefined>>;
    }
  >
> = {
  support: {
    canSend: (fields) => canSendSupport({ ...fields, honeypot: fields.extra }),
    faults: (fields) => supportFaults({ ...fields, honeypot: fields.extra }),
  },
  sales: { canSend: canSendSales, faults: salesFaults },
  feedback: {
    canSend: ({ message }) => isMessage(message),
    faults: ({ message }) => ({ message: messageFault(message) }),
  },
};

const options = <V extends string>(values: readonly V[]) => values.map((value) => ({ value, label: value }));

/** A message to support, to sales, or as feedback, which the user sends. */
export function ContactForm({ part, respond }: ToolViewProps) {
  const type = contactTypeOf(argumentsOf(part));
  if (part.stage === "receiving") return <ToolCard title={titles[type]} busy />;
  if (part.stage === "executed")
    return (
      <ToolCard title={titles[type]} done="Message sent">
        <blockquote className="border-l-2 border-line pl-3 text-sm whitespace-pre-wrap text-muted">
          {textOf(dataOf(part), "message")}
        </blockquote>
      </ToolCard>
    );
  return <OpenForm type={type} part={part} respond={respond} />;
}

function OpenForm({ type, part, respond }: ToolViewProps & { type: ContactType }) {
  const { pathname } = useLocation();
  const { data: me } = useMe();
  const user = me?.user ?? null;
  const { canSend, faults } = rules[type];
  const form = useForm<SalesFields>({
    mode: "onTouched",
    defaultValues: contactDraft(argumentsOf(part), user),
    resolver: faultResolver(faults),
  });
  const values = form.watch();
  const { errors } = form.formState;
  const sending = useSending(async (fields: SalesFields) => {
    try {
      await sendContact(type, fields, { user, route: pathname });
    } catch {
      return respond({ error: contactFailures[type] });
    }
    respond({
      data: { sent: true, type, message: fields.message.trim() },
      description: "The message was sent. The team replies by email.",
    });
  });
  return (
    <ToolCard title={titles[type]}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => void form.handleSubmit((fields) => sending.submit(fields))(event)}
      >
        {type !== "feedback" && <PersonFields form={form} />}
        {type === "sales" && (
          <>
            <Controller
              control={form.control}
              name="companySize"
              render={({ field }) => (
                <Field label="Company size" required error={errors.companySize?.message}>
                  <Select
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
                  <Select
                    options={options(companyRoles)}
                    value={field.value || null}
                    onValueChange={field.onChange}
                    onBlur={field.onBlur}
                  />
                </Field>
              )}
            />
          </>
        )}
        <MessageField label="Message" typed={values.message} {...form.register("message")} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => respond({ cancel: contactCancelled(type) })}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!canSend(values)}
            busy={sending.state.kind === "submitting" || sending.state.kind === "success"}
          >
            Send
          </Button>
        </div>
      </form>
    </ToolCard>
  );
}
