"use client";
/** What applies to all components within it: texts, components, and where things that float are rendered. */
import { createContext, useContext, useMemo } from "react";
import type { ComponentPropsWithoutRef, ComponentType, ReactElement, ReactNode } from "react";
import { english } from "./languages/english.tsx";
import type { Overrides } from "./overrides/overrides.ts";
import type { AllOverrides } from "./overrides/text-editor-overrides.ts";

/** Components that all others use. */
export interface GlobalComponents {
  /** Renders links. */
  readonly Anchor: ComponentType<ComponentPropsWithoutRef<"a">> | "a";
}

/** Components that applications replace everywhere. */
export type ReplaceableComponents = GlobalComponents;

/** Settings that are no texts and no components. */
export interface UiConfig {
  /** Where menus, tooltips and dialogs are rendered. The body of the document by default. */
  readonly portalContainer?: HTMLElement;
  /**
   * Whether the client's `preventUnsavedChanges` also keeps the page open while a composer has a draft, or uploads attachments. True by
   * default.
   */
  readonly preventUnsavedComposerChanges?: boolean;
  /** The folder of `emojibase-data`, from which `${emojibaseUrl}/${locale}/data.json` is loaded. By default, emoji come with the package. */
  readonly emojibaseUrl?: string;
}

/** Props of `WeftUiConfig`. */
export interface WeftUiConfigProps extends UiConfig {
  readonly overrides?: Partial<AllOverrides>;
  readonly components?: Partial<ReplaceableComponents>;
  readonly children?: ReactNode;
}

const OverridesContext = createContext<Overrides>(english);
const ComponentsContext = createContext<GlobalComponents>({ Anchor: "a" });
const UiConfigContext = createContext<UiConfig>({});

/**
 * Sets texts, components and options for all components within it. One within another adds to it.
 *
 * @example
 * <WeftUiConfig overrides={{ locale: "fr", USER_UNKNOWN: "Anonyme" }}>
 *   <App />
 * </WeftUiConfig>
 */
export function WeftUiConfig({ overrides, components, children, ...config }: WeftUiConfigProps): ReactElement {
  const around = useContext(UiConfigContext);
  const { portalContainer, preventUnsavedComposerChanges, emojibaseUrl } = { ...around, ...definedIn(config) };
  const settings = useMemo(
    () => ({ portalContainer, preventUnsavedComposerChanges, emojibaseUrl }),
    [portalContainer, preventUnsavedComposerChanges, emojibaseUrl],
  );
  return (
    <UiConfigContext.Provider value={settings}>
      <OverridesContext.Provider value={useOverrides(overrides)}>
        <ComponentsContext.Provider value={useComponents(components)}>{children}</ComponentsContext.Provider>
      </OverridesContext.Provider>
    </UiConfigContext.Provider>
  );
}

/** The texts of components here: the given ones, those of the configuration, and English ones. */
export function useOverrides(overrides?: Partial<Overrides>): Overrides {
  const around = useContext(OverridesContext);
  return useMemo(
    () => (overrides === undefined ? around : { ...around, ...definedIn(overrides) }),
    [around, overrides],
  );
}

/** The components to render with here: the given ones, and those of the configuration. */
export function useComponents(components?: Partial<GlobalComponents>): GlobalComponents {
  const around = useContext(ComponentsContext);
  const { Anchor = around.Anchor } = components ?? {};
  return useMemo(() => (Anchor === around.Anchor ? around : { ...around, Anchor }), [around, Anchor]);
}

/** The settings here. */
export function useUiConfig(): UiConfig {
  return useContext(UiConfigContext);
}

function definedIn<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
}
