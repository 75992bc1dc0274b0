/**
 * The `globalTeardown` of jest that belongs to `@tablewright/testing/global-setup`.
 *
 * @module
 */

export { teardown as default } from "./global-setup.js";
