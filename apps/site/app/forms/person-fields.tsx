import type { UseFormReturn } from "react-hook-form";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";

interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** Who writes: names and an address. */
export function PersonFields<V extends Person>({ form }: { form: UseFormReturn<V> }) {
  // Other fields of the form do not matter here.
  const { register, formState } = form as unknown as UseFormReturn<Person>;
  const { errors } = formState;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" required error={errors.firstName?.message}>
          <Input autoComplete="given-name" {...register("firstName")} />
        </Field>
        <Field label="Last name (optional)" error={errors.lastName?.message}>
          <Input autoComplete="family-name" {...register("lastName")} />
        </Field>
      </div>
      <Field label="Email" required error={errors.email?.message}>
        <Input type="email" autoComplete="email" {...register("email")} />
      </Field>
    </>
  );
}
