interface NoticeProps {
  readonly title: string;
  readonly text: string;
}

/** A page that could not start: what happened, and the one thing to do about it. */
export function Notice({ title, text }: NoticeProps) {
  return (
    <main className="frame">
      <div className="notice" role="alert">
        <h1>{title}</h1>
        <p>{text}</p>
        <button type="button" className="button" data-kind="primary" onClick={() => location.reload()}>
          Try again
        </button>
      </div>
    </main>
  );
}
