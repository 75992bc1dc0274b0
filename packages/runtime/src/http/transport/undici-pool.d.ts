/** The file of undici that holds its `Pool` and nothing else. */
declare module "#undici-pool" {
  const Pool: typeof import("undici").Pool;
  export default Pool;
}
