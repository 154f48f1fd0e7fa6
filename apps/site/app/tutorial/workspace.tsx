import { ArrowRight } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useSiteConfig } from "../api/use-site-config.ts";
import type { PageLink } from "../docs/catalogue/page-frame.ts";
import { checks } from "./checks.ts";
import { CodeEditor } from "./code-editor.tsx";
import { FileList } from "./file-list.tsx";
import { inOrder } from "./file-order.ts";
import { newRoomId, playgroundFile, playgroundName } from "./playground.ts";
import { PreviewFrame } from "./preview-frame.tsx";
import type { Program } from "./programs.ts";
import { keepCode, markDone, readProgress } from "./progress.ts";
import { runCheck } from "./run-check.ts";
import type { Files } from "@weft/example-tutorial-runner/messages";
import { statusOf } from "./status-of.ts";
import type { Checked } from "./status-of.ts";
import { StepList } from "./step-list.tsx";
import { people, usePreviews } from "./use-previews.ts";
import { WorkspaceBar } from "./workspace-bar.tsx";

/** A program runs again after a pause in typing of this length. */
const restedMs = 900;

export interface WorkspaceProps {
  readonly slug: string;
  readonly program: Program;
  /** The file that is initially open. */
  readonly opens: string;
  readonly next: PageLink | undefined;
}

/** The workspace of a chapter: edits its program, runs it for two users, and checks it. */
export function Workspace({ slug, program, opens, next }: WorkspaceProps) {
  const { data: config } = useSiteConfig();
  const publicKey = config?.demoPublicKey ?? undefined;
  const steps = checks[slug] ?? [];
  const { places, states, run } = usePreviews();

  const [own, setOwn] = useState<Files>(() => ({ ...program.start, ...readProgress().code[slug] }));
  const [solutionShown, setSolutionShown] = useState(false);
  const [file, setFile] = useState(opens);
  // The files that the editor restarts with when all of them are replaced.
  const [edition, setEdition] = useState(0);
  const [roomId, setRoomId] = useState(() => newRoomId(slug));
  const [checked, setChecked] = useState<Checked>({ kind: "not" });
  const checkNumber = useRef(0);

  const files = solutionShown ? program.solution : own;
  const playground = { baseUrl: location.origin, publicKey: publicKey ?? "", roomId, myName: people[0] };
  const shown = { ...files, [playgroundName]: playgroundFile(playground) };

  const running = useRef<Files>(undefined);
  const start = useCallback(
    async (begun: Files, room: string) => {
      if (publicKey === undefined) return undefined;
      running.current = begun;
      return run(begun, { baseUrl: location.origin, publicKey, roomId: room });
    },
    [publicKey, run],
  );

  /** Runs a program in a new room, since only a new room shows its initial content. */
  const startAfresh = useCallback(
    (begun: Files) => {
      const room = newRoomId(slug);
      setRoomId(room);
      return start(begun, room);
    },
    [slug, start],
  );

  // Edited programs run after a pause, new ones at once.
  useEffect(() => {
    const begin = () => {
      if (running.current !== files) void start(files, roomId);
    };
    if (running.current === undefined) return begin();
    const rest = setTimeout(begin, restedMs);
    return () => clearTimeout(rest);
  }, [files, roomId, start]);

  const forgetCheck = () => {
    checkNumber.current += 1;
    setChecked({ kind: "not" });
  };

  const edit = (name: string, text: string) => {
    const edited = { ...own, [name]: text };
    setOwn(edited);
    forgetCheck();
    keepCode(slug, Object.fromEntries(Object.entries(edited).filter(([key, value]) => value !== program.start[key])));
  };

  const replace = (others: Files) => {
    setEdition((before) => before + 1);
    forgetCheck();
    void startAfresh(others);
  };

  const check = async () => {
    if (checked.kind === "checking" || publicKey === undefined) return;
    checkNumber.current += 1;
    const number = checkNumber.current;
    setChecked({ kind: "checking" });
    const outcomes = await runCheck(steps, files, () => startAfresh(files));
    // The program has changed meanwhile, so this result is outdated.
    if (checkNumber.current !== number) return;
    setChecked({ kind: "checked", outcomes });
    // A solution that is only looked at is not the reader's own work.
    if (!solutionShown && outcomes.every((outcome) => outcome === "held")) markDone(slug);
  };

  const done = checked.kind === "checked" && checked.outcomes.every((outcome) => outcome === "held");

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <FileList
        files={inOrder(files)}
        open={file}
        isLocked={(name) => solutionShown || name === playgroundName}
        onOpen={setFile}
      />
      <div className="h-96 min-h-0 bg-surface lg:h-auto lg:flex-[1.25]">
        <CodeEditor
          key={edition}
          files={shown}
          file={file}
          readOnly={solutionShown || file === playgroundName}
          onEdit={edit}
          onCheck={() => void check()}
        />
      </div>
      <p id="editor-keys" className="border-t border-line bg-surface px-3 py-1 text-xs text-faint max-sm:hidden">
        Ctrl or ⌘ Enter checks. Esc, then Tab leaves the editor.
      </p>
      <WorkspaceBar
        checking={checked.kind === "checking"}
        live={publicKey !== undefined}
        solutionShown={solutionShown}
        edited={Object.keys(own).some((name) => own[name] !== program.start[name])}
        status={statusOf(checked, states, solutionShown)}
        done={done}
        onCheck={() => void check()}
        onSolution={() => {
          setSolutionShown(!solutionShown);
          replace(solutionShown ? own : program.solution);
        }}
        onReset={() => {
          setOwn(program.start);
          keepCode(slug, {});
          replace(program.start);
        }}
        onRestart={() => {
          forgetCheck();
          void startAfresh(files);
        }}
      />
      {checked.kind === "checked" && (
        <div className="flex flex-wrap items-end justify-between gap-3 border-t border-line bg-canvas px-4 py-3">
          <StepList steps={steps} outcomes={checked.outcomes} />
          {done && next !== undefined && (
            <Link to={next.href} className="link inline-flex items-center gap-1.5 text-sm">
              Next: {next.title}
              <ArrowRight className="size-3.5" aria-hidden />
            </Link>
          )}
        </div>
      )}
      <div className="grid min-h-0 gap-px border-t border-line bg-line sm:grid-cols-2 lg:flex-1">
        {config !== undefined && publicKey === undefined ? (
          <p className="bg-surface p-6 text-sm text-muted sm:col-span-2">
            This server has no demo project, so programs do not run here. The text and the solutions can be read all the
            same.
          </p>
        ) : null}
        {people.map((person, seat) => (
          <PreviewFrame key={person} person={person} state={states[seat]!} place={places[seat]!} />
        ))}
      </div>
    </div>
  );
}
