export function Inbox() {
  return <p className="empty">Inbox</p>;
}
