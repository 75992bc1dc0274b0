/**
 * Setup file (`setupFiles`) for vitest, jest or any other runner, used with `@tablewright/testing/global-setup`. Each test file gets its
 * own account, so that files that run concurrently share no tables, faults or resets.
 *
 * @module
 */
import { addressText, freshAddress, parseAddress } from "./control/account-address.js";

const variable = "TABLES_CONNECTION_STRING";

process.env[variable] = addressText(freshAddress(parseAddress(process.env[variable])));
