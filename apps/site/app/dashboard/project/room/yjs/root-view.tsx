import type { Json } from "@weft/protocol";
import { useQuery } from "@tanstack/react-query";
import { Tabs } from "../../../../ui/tabs.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import { gateway, roomPath } from "../../shared/gateway.ts";
import type { RichNode } from "./rich-node.ts";
import { RichPreview } from "./rich-preview.tsx";
import { indentMarkup, rootKind } from "./root-kind.ts";

const types = { text: "ytext", xml: "yxmlfragment", map: "ymap", array: "yarray", value: undefined } as const;

export interface RootViewProps {
  projectId: string;
  roomId: string;
  name: string;
  /** What an editor wrote, if one did. */
  rich?: readonly RichNode[] | undefined;
  value: Json;
  /** Changes with the document: the delta is then asked for again. */
  version: string;
}

/** A root of a Yjs document: as text, with its formatting, and as JSON. */
export function RootView({ projectId, roomId, name, rich, value, version }: RootViewProps) {
  const kind = rootKind(value);
  const written = kind === "text" || kind === "xml";
  const delta = useQuery({
    queryKey: ["project", projectId, "room", roomId, "ydoc", name, version],
    queryFn: ({ signal }) =>
      gateway<Json>(projectId, "GET", `${roomPath(roomId)}/ydoc`, {
        query: { key: name, type: types[kind], formatting: "" },
        signal,
      }),
    enabled: written,
    placeholderData: (before) => before,
  });
  const json = { value: "json", label: "JSON", content: <Code text={JSON.stringify(value, null, 2)} /> } as const;
  if (typeof value !== "string") return <Tabs key="value" label={`View ${name} as`} tabs={[json]} />;
  return (
    <Tabs
      key="text"
      label={`View ${name} as`}
      tabs={[
        ...(rich === undefined
          ? []
          : [
              {
                value: "preview",
                label: "Preview",
                content: (
                  <div className="-mt-2">
                    <RichPreview nodes={rich} />
                  </div>
                ),
              } as const,
            ]),
        {
          value: "text",
          label: kind === "xml" ? "Markup" : "Text",
          content: <Code text={kind === "xml" ? indentMarkup(value) : value} />,
        },
        {
          value: "delta",
          label: "Delta",
          content: <Loaded query={delta}>{(data) => <Code text={JSON.stringify(data, null, 2)} />}</Loaded>,
        },
        json,
      ]}
    />
  );
}

function Code({ text }: { text: string }) {
  return (
    <pre
      tabIndex={0}
      className="-mt-2 max-h-[26rem] overflow-auto rounded-md bg-sunken p-4 text-xs leading-5 whitespace-pre-wrap"
    >
      {text === "" ? "Empty." : text}
    </pre>
  );
}
