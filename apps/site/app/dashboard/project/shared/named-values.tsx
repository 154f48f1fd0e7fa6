/** Names beside their values, such as headers. A name may be there several times. */
export function NamedValues({ values }: { values: readonly (readonly [string, string])[] }) {
  return (
    <dl className="flex flex-col gap-1.5 font-mono text-xs">
      {values.map(([name, value], index) => (
        <div key={`${name} ${index}`} className="grid grid-cols-[minmax(6rem,10rem)_minmax(0,1fr)] gap-3">
          <dt className="wrap-anywhere text-faint">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
