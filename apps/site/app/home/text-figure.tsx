/** A paragraph with two carets. */
export function TextFigure() {
  return (
    <div className="flex size-full items-center justify-center px-8">
      <p className="max-w-72 font-display text-xl leading-8 text-ink">
        Two people write
        <span className="relative mx-px inline-block h-6 w-0.5 translate-y-1 bg-accent-solid">
          <span className="absolute bottom-full left-0 rounded-sm rounded-bl-none bg-accent-solid px-1.5 font-sans text-2xs leading-4 text-on-accent">
            Ada
          </span>
        </span>{" "}
        one sentence and <span className="bg-success-soft">neither waits</span>
        <span className="relative mx-px inline-block h-6 w-0.5 translate-y-1 bg-[#0f766e]">
          <span className="absolute top-full left-0 rounded-sm rounded-tl-none bg-[#0f766e] px-1.5 font-sans text-2xs leading-4 text-on-accent">
            Grace
          </span>
        </span>
        .
      </p>
    </div>
  );
}
