import { useReducer, useRef } from "react";
import { formReducer, pristine } from "./form-state.ts";
import type { FormState } from "./form-state.ts";

export interface Sending<V> {
  readonly state: FormState;
  readonly submit: (value: V) => Promise<void>;
  readonly close: () => void;
}

/** Sends what a form holds: anything but success is error, and there is never more than one on its way. */
export function useSending<V>(send: (value: V) => Promise<unknown>): Sending<V> {
  const [state, dispatch] = useReducer(formReducer, pristine);
  const busy = useRef(false);
  return {
    state,
    submit: async (value) => {
      if (busy.current) return;
      busy.current = true;
      dispatch("submitted");
      try {
        await send(value);
        dispatch("answered");
      } catch {
        dispatch("failed");
      } finally {
        busy.current = false;
      }
    },
    close: () => dispatch("closed"),
  };
}
