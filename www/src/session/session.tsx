export function Session({ id }: { id: string }) {
  return <p className="empty">{id}</p>;
}
