// The address of a worker that shares the page's chunks; see vite.config.js.
declare module "*?shared" {
  const address: string;
  export default address;
}
