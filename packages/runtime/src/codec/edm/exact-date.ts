import { formatValue } from "../../errors/format-value.js";
import { TableError, wrongValue } from "../../errors/table-error.js";
import { dateAt } from "../../platform/time.js";
import { formatIso, isoMilliseconds, isoRemainder } from "./iso-date.js";

/** Milliseconds from 0001-01-01, the origin of .NET ticks, to 1970-01-01. */
const epoch = 62_135_596_800_000n;

const brand: unique symbol = Symbol.for("@tablewright/ExactDate") as never;
const inspect: unique symbol = Symbol.for("nodejs.util.inspect.custom") as never;

/**
 * `Date` with the service's resolution of 100 ns, so that reading a row and writing it back changes nothing. The methods of `Date` use
 * whole milliseconds. Any setter clears the digits below a millisecond.
 */
export class ExactDate extends Date {
  #remainder: number;

  /**
   * @param milliseconds since 1970-01-01T00:00:00Z
   * @param remainder the number of units of 100 ns below the millisecond, 0 to 9999
   */
  constructor(milliseconds: number, remainder = 0) {
    super(milliseconds);
    if (typeof milliseconds !== "number") {
      const problem = `ExactDate takes milliseconds, not ${formatValue(milliseconds)}. Use ExactDate.fromIso for text.`;
      throw wrongValue(problem);
    }
    if (!Number.isInteger(remainder) || remainder < 0 || remainder > 9999) {
      throw new TableError("value.out-of-range", `The remainder of an ExactDate must be 0 to 9999, not ${remainder}.`);
    }
    this.#remainder = remainder;
  }

  /**
   * Parses UTC text in the format `yyyy-mm-ddThh:mm:ss[.fffffff]Z`, with up to 7 digits of fraction. Returns an invalid date for any other
   * text.
   */
  static fromIso(text: string): ExactDate {
    const milliseconds = isoMilliseconds(text);
    return new ExactDate(milliseconds, Number.isNaN(milliseconds) ? 0 : isoRemainder(text));
  }

  /**
   * Creates a date from .NET ticks.
   * @param ticks the number of units of 100 ns since 0001-01-01T00:00:00Z, as .NET counts them
   */
  static fromTicks(ticks: bigint): ExactDate {
    return new ExactDate(Number(ticks / 10_000n - epoch), Number(ticks % 10_000n));
  }

  /** Units of 100 ns below the millisecond, 0 to 9999. */
  get remainder(): number {
    return this.#remainder;
  }

  /** Units of 100 ns since 0001-01-01T00:00:00Z, as .NET counts them. */
  get ticks(): bigint {
    return ticksOf(this);
  }

  /** Formats the date as ISO 8601 with all seven digits of fraction: `2021-09-21T00:53:41.7166246Z`. */
  override toISOString(): string {
    const text = super.toISOString();
    return `${text.slice(0, -1)}${String(this.#remainder).padStart(4, "0")}Z`;
  }

  /** Formats the date for `console.log`, which would otherwise hide the digits below the millisecond. */
  [inspect](): string {
    return Number.isNaN(this.getTime()) ? "Invalid Date" : this.toISOString();
  }

  static {
    // Makes `instanceof` recognize dates of another copy of this package too. Bundles and test runners may load both its ES modules and its
    // CommonJS files.
    Object.defineProperty(ExactDate.prototype, brand, { value: true });
    Object.defineProperty(ExactDate, Symbol.hasInstance, {
      value(this: object, value: unknown): boolean {
        return this === ExactDate ? isExact(value) : Function.prototype[Symbol.hasInstance].call(this, value);
      },
    });
    // If a test has replaced `Date` by a subclass, the setters are on a prototype further up.
    const names: string[] = [];
    for (let owner: object = Date.prototype; owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
      names.push(...Object.getOwnPropertyNames(owner));
    for (const name of names) {
      if (!name.startsWith("set")) continue;
      const setter = Reflect.get(Date.prototype, name) as (...values: number[]) => number;
      Object.defineProperty(ExactDate.prototype, name, {
        configurable: true,
        writable: true,
        value(this: ExactDate, ...values: number[]): number {
          this.#remainder = 0;
          return setter.apply(this, values);
        },
      });
    }
  }
}

function isExact(value: unknown): value is ExactDate {
  return typeof value === "object" && value !== null && brand in value;
}

/** Returns the units of 100 ns that a date has below the millisecond, 0 to 9999; 0 for a plain Date. */
export function remainderOf(date: Date): number {
  return isExact(date) ? date.remainder : 0;
}

/** Returns a date as .NET ticks: units of 100 ns since 0001-01-01T00:00:00Z. */
export function ticksOf(date: Date): bigint {
  return (BigInt(date.getTime()) + epoch) * 10_000n + BigInt(remainderOf(date));
}

/** Returns a plain Date if it can represent the timestamp, otherwise an ExactDate. */
export function dateOf(milliseconds: number, remainder: number): Date {
  return remainder === 0 ? dateAt(milliseconds) : new ExactDate(milliseconds, remainder);
}

export function isoOf(date: Date): string {
  return formatIso(date.getTime(), remainderOf(date));
}
