/** File of undici with only its `Pool`. */
declare module "#undici-pool" {
  const Pool: typeof import("undici").Pool;
  export default Pool;
}
