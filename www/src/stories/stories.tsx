export function Stories() {
  return <p className="empty">Stories</p>;
}
