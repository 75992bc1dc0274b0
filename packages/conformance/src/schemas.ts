import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";

/** Schema of Zod for a property. The next constants are schemas of Valibot and ArkType. */
export const zodAddress = z.object({
  city: z.string().min(1),
  zip: z.string().default("unknown"),
  since: z.coerce.date(),
});
export const valibotTags = v.pipe(v.array(v.picklist(["new", "sale"])), v.maxLength(3));
export const arktypeRange = type({ from: "number.integer >= 0", "to?": "number" });
