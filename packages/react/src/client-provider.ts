import type { ClientOptions } from "@weft/client";
import { createClient } from "@weft/client";
import { createElement, useInsertionEffect, useRef, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { ClientContext } from "./contexts.ts";
import { isServer } from "@weft/client/framework";

/** Props of WeftProvider: the options of `createClient`. */
export interface WeftProviderProps extends ClientOptions {
  readonly children?: ReactNode;
}

/**
 * Gives the components in it a client. The client is created once, with the options of the first render; of options that are
 * functions, such as `authEndpoint`, the latest is called.
 *
 * @example
 * <WeftProvider authEndpoint="/api/auth">
 *   <App />
 * </WeftProvider>
 */
export function WeftProvider({ children, ...options }: WeftProviderProps): ReactElement {
  const latest = useRef<ClientOptions>(options);
  useInsertionEffect(() => {
    latest.current = options;
  });
  // oxlint-disable-next-line react/hook-use-state
  const [client] = useState(() => createClient(withLatestCallbacks(options, latest)));
  return createElement(ClientContext.Provider, { value: client }, children);
}

type Callback = (...values: unknown[]) => unknown;

function withLatestCallbacks(first: ClientOptions, latest: { readonly current: ClientOptions }): ClientOptions {
  const options: Record<string, unknown> = { ...first };
  for (const key of Object.keys(options))
    if (typeof options[key] === "function") {
      const own = options[key] as Callback;
      options[key] = (...values: unknown[]) => {
        const now: unknown = latest.current[key as keyof ClientOptions];
        return (typeof now === "function" ? (now as Callback) : own)(...values);
      };
    }
  // What is rendered on a server connects to nothing, and has no page to take the address from.
  if (isServer()) options["baseUrl"] ??= "http://localhost";
  return options;
}
