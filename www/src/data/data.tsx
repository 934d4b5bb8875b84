export function Data() {
  return <p className="empty">Data</p>;
}
