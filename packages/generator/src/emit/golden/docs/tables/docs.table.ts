import { edm, entity } from "tablewright";

/**
 * A line that ends without a stop
 *
 * Second paragraph: `a*\/b` and {@link Order}.
 *
 * @see https://example.com/docs
 * @deprecated use something else
 */
export const Documented = entity({
  table: "Documented",
  properties: {
    /** The id; part of the key. */
    id: edm.string({ maxLength: 64 }),
    /**
     * Two lines,
     * with a list:
     *   - one
     *   - two
     */
    text: edm.string().optional(),
    /** @deprecated */
    old: edm.int32({ default: 0 }),
  },
  partitionKey: (k) => ["it's", k.id],
  rowKey: () => ["`doc`"],
});
