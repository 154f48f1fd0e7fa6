import { useSiteConfig } from "../../../api/use-site-config.ts";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { installNodePackage } from "./install-node-package.ts";

/** How the package that code of a back end imports is installed. */
export function NodePackage() {
  const { data: config } = useSiteConfig();
  return (
    config && (
      <>
        <CodeBlock title="Terminal" code={installNodePackage(config.serverUrl)} language="sh" wrapped />
        <p className="text-sm text-muted">
          The official package <code>@liveblocks/node</code> works, too. Its client is called <code>Liveblocks</code>.
        </p>
      </>
    )
  );
}
