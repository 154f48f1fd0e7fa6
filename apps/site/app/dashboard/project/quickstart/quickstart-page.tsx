import { pageMeta } from "../../../shell/page-meta.ts";
import { PageHead } from "../../shared/page-head.tsx";
import { Quickstart } from "./quickstart.tsx";

export const meta = () => pageMeta({ title: "Quickstart", indexed: false });

export default function QuickstartPage() {
  return (
    <>
      <PageHead title="Quickstart">Connect two windows to one room in a few minutes.</PageHead>
      <Quickstart />
    </>
  );
}
