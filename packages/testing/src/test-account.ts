/**
 * A setup file of vitest (`setupFiles`), of jest (`setupFiles`) or of any other runner, beside `@tablewright/testing/global-setup`:
 * each test file gets an account of its own, so that files which run at the same time share no tables, faults and resets.
 *
 * @module
 */
import { addressText, freshAddress, parseAddress } from "./control/account-address.js";

const variable = "TABLES_CONNECTION_STRING";

process.env[variable] = addressText(freshAddress(parseAddress(process.env[variable])));
