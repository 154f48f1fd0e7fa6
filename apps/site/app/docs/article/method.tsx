/** An HTTP method. */
export function Method({ name }: { name: string }) {
  return <span className={`method ${name.toLowerCase()}`}>{name}</span>;
}
