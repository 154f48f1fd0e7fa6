interface ProgressProps {
  readonly done: number;
  readonly count: number;
}

/** How much is done. */
export function Progress({ done, count }: ProgressProps) {
  const share = count === 0 ? 0 : done / count;
  return (
    <div className="progress">
      <p className="progress-count">
        {count === 0 ? (
          "No tasks yet"
        ) : (
          <>
            <strong>{done}</strong> of {count} done
          </>
        )}
      </p>
      <div
        className="progress-bar"
        role="progressbar"
        aria-label="Done"
        aria-valuemin={0}
        aria-valuemax={count}
        aria-valuenow={done}
        aria-valuetext={`${done} of ${count}`}
        style={{ "--done": `${share * 100}%` }}
      />
    </div>
  );
}
