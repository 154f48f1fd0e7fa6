"use client";
import { forwardRef, useEffect, useId, useState } from "react";
import type { ComponentProps, ComponentPropsWithoutRef, ReactElement, ReactNode } from "react";
import { useOverrides } from "../config.tsx";
import { ChevronRight, CheckCircle } from "../icon.tsx";
import { classNames } from "../ui/class-names.ts";
import { CrossCircle, MinusCircle, Spinner } from "../ui/own-icons.tsx";
import { AiToolConfirmation } from "./ai-tool-confirmation.tsx";
import { useInvocation } from "./chat-context.ts";
import type { Invocation } from "./chat-context.ts";
import { titleOfTool } from "./tool-title.ts";

/** Props of `AiTool`. */
export interface AiToolProps extends Omit<ComponentPropsWithoutRef<"div">, "title" | "children"> {
  /** By default made of the tool's name: "get_weather" is "Get weather". */
  readonly title?: ReactNode;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
  readonly variant?: "block" | "minimal";
  /** Collapses or expands the content whenever it changes. Users can still do the opposite. */
  readonly collapsed?: boolean;
  /** Called when the user collapses or expands the content. */
  readonly onCollapsedChange?: (collapsed: boolean) => void;
  /** Whether users can collapse the content. By default true. */
  readonly collapsible?: boolean;
}

/** Props of `AiTool.Icon`. */
export type AiToolIconProps = ComponentProps<"div">;
/** Props of `AiTool.Inspector`. */
export type AiToolInspectorProps = ComponentProps<"div">;

const Tool = forwardRef<HTMLDivElement, AiToolProps>(function AiTool(
  {
    title,
    icon,
    children,
    variant = "block",
    collapsed = false,
    onCollapsedChange,
    collapsible = true,
    className,
    ...props
  },
  ref,
) {
  const invocation = useInvocation();
  const texts = useOverrides();
  const id = useId();
  const [isCollapsed, setCollapsed] = useState(collapsed);
  useEffect(() => setCollapsed(collapsed), [collapsed]);
  const hasContent = children !== undefined && children !== null && children !== false;
  const status = statusOf(invocation);
  const header = (
    <>
      {icon === undefined ? null : <span className="lb-ai-tool-header-icon">{icon}</span>}
      <span className="lb-ai-tool-header-title">{title ?? titleOfTool(invocation.part.name)}</span>
      {hasContent && collapsible ? <ChevronRight className="lb-ai-tool-chevron" /> : null}
      {status === undefined ? null : (
        <span className="lb-ai-tool-header-status" role="img" aria-label={texts.AI_TOOL_STATUS(status)}>
          {statusIcons[status]}
        </span>
      )}
    </>
  );
  return (
    <div
      dir={texts.dir}
      {...props}
      ref={ref}
      className={classNames("lb-root lb-ai-tool", className)}
      data-variant={variant}
      data-stage={invocation.part.stage}
      data-result={invocation.part.stage === "executed" ? invocation.part.result.type : undefined}
    >
      {hasContent && collapsible ? (
        <button
          type="button"
          className="lb-ai-tool-header"
          aria-expanded={!isCollapsed}
          aria-controls={id}
          onClick={() => {
            setCollapsed(!isCollapsed);
            onCollapsedChange?.(!isCollapsed);
          }}
        >
          {header}
        </button>
      ) : (
        <div className="lb-ai-tool-header">{header}</div>
      )}
      {hasContent ? (
        <div id={id} className="lb-ai-tool-content" hidden={isCollapsed}>
          {children}
        </div>
      ) : null}
    </div>
  );
});

/** How far an invocation is. One that waits for the user shows nothing: its content says what to do. */
export type AiToolStatus = "pending" | "success" | "error" | "cancelled";

function statusOf({ part, isAutomatic }: Invocation): AiToolStatus | undefined {
  if (part.stage === "executed") return part.result.type;
  return part.stage === "receiving" || isAutomatic ? "pending" : undefined;
}

const statusIcons: Readonly<Record<AiToolStatus, ReactElement>> = {
  pending: <Spinner className="lb-spinner" />,
  success: <CheckCircle />,
  error: <CrossCircle />,
  cancelled: <MinusCircle />,
};

function AiToolIcon({ className, ...props }: AiToolIconProps): ReactElement {
  return <div {...props} className={classNames("lb-ai-tool-icon", className)} />;
}

function AiToolInspector({ className, ...props }: AiToolInspectorProps): ReactElement {
  const { part } = useInvocation();
  const texts = useOverrides();
  const given = part.stage === "receiving" ? part.partialArgs : part.args;
  return (
    <div {...props} className={classNames("lb-ai-tool-inspector", className)}>
      <Json label={texts.AI_TOOL_INSPECTOR_ARGUMENTS} value={given} />
      {part.stage === "executed" ? <Json label={texts.AI_TOOL_INSPECTOR_RESULT} value={part.result} /> : null}
    </div>
  );
}

function Json({ label, value }: { readonly label: string; readonly value: unknown }): ReactElement {
  return (
    <div>
      <div className="lb-ai-tool-inspector-label">{label}</div>
      <pre className="lb-ai-tool-inspector-value" tabIndex={0}>
        <code>{JSON.stringify(value, null, 2)}</code>
      </pre>
    </div>
  );
}

/**
 * Shows a copilot's call of a tool, in the tool's `render`.
 *
 * @example
 * defineAiTool()({
 *   description: "Deletes a file",
 *   parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
 *   render: () => (
 *     <AiTool icon={<AiTool.Icon>🗑</AiTool.Icon>}>
 *       <AiTool.Confirmation confirm={async ({ name }) => ({ data: await deleteFile(name) })} />
 *     </AiTool>
 *   ),
 * });
 */
export const AiTool = Object.assign(Tool, {
  /** Frames an icon. */
  Icon: AiToolIcon,
  /** Shows arguments and result, for development. */
  Inspector: AiToolInspector,
  /** Waits for the user to confirm or cancel. */
  Confirmation: AiToolConfirmation,
});
