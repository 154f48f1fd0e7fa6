import type { MDXComponents } from "mdx/types";
import { Call } from "./call.tsx";
import { CallList } from "./call-list.tsx";
import { Callout } from "./callout.tsx";
import { Card } from "./card.tsx";
import { Cards } from "./cards.tsx";
import { CodeBlock } from "./code-block.tsx";
import { Column } from "./column.tsx";
import { DataTable } from "./data-table.tsx";
import { Endpoint } from "./endpoint.tsx";
import { ErrorCodes } from "./error-codes.tsx";
import { ErrorFinder } from "./error-finder.tsx";
import { Exports } from "./exports.tsx";
import { Figure } from "./figure.tsx";
import { FileTree } from "./file-tree.tsx";
import { ForPackages } from "./for-packages.tsx";
import { FunctionList } from "./function-list.tsx";
import { HeaderCell } from "./header-cell.tsx";
import { Limit } from "./limit.tsx";
import { LimitsTable } from "./limits-table.tsx";
import { LiveDemo } from "./live-demo.tsx";
import { MachineTable } from "./machine-table.tsx";
import { MeasuredTable } from "./measured-table.tsx";
import { NameList } from "./name-list.tsx";
import { ObjectList } from "./object-list.tsx";
import { PackageSwitch } from "./package-switch.tsx";
import { PlanTable } from "./plan-table.tsx";
import { PropsTable } from "./props-table.tsx";
import { Sequence } from "./sequence.tsx";
import { SettingsTable } from "./settings-table.tsx";
import { Split } from "./split.tsx";
import { Step } from "./step.tsx";
import { Steps } from "./steps.tsx";
import { Tab } from "./tab.tsx";
import { Tabs } from "./tabs.tsx";
import { Topic } from "./topic.tsx";
import { TopicFilter } from "./topic-filter.tsx";
import { TryIt } from "./try-it.tsx";
import { WebhookRetriesTable } from "./webhook-retries-table.tsx";

/** What pages may use without an import. */
export const components: MDXComponents = {
  Call,
  CallList,
  Callout,
  Card,
  Cards,
  CodeBlock,
  Column,
  Endpoint,
  ErrorCodes,
  ErrorFinder,
  Exports,
  Figure,
  FileTree,
  ForPackages,
  FunctionList,
  Limit,
  LimitsTable,
  LiveDemo,
  MachineTable,
  MeasuredTable,
  NameList,
  ObjectList,
  PackageSwitch,
  PlanTable,
  PropsTable,
  Sequence,
  SettingsTable,
  Split,
  Step,
  Steps,
  Tab,
  Tabs,
  Topic,
  TopicFilter,
  TryIt,
  WebhookRetriesTable,
  table: DataTable,
  th: HeaderCell,
};
