/** File of undici that contains only the class `Pool`. */
declare module "#undici-pool" {
  const Pool: typeof import("undici").Pool;
  export default Pool;
}
