import { staged } from "./staged.js";

let underWay = 0;
let open: (() => void) | undefined;

/** Returns whether changes are being staged, for example while the server checks the values of a form. */
export const isStaging = (): boolean => underWay > 0;

/**
 * Runs work that stages changes. A review that the user asks for meanwhile, with {@link reviewAfterStaging}, opens once the changes are
 * staged.
 */
export async function whileStaging(work: () => Promise<void>): Promise<void> {
  const before = staged.changes();
  underWay += 1;
  try {
    await work();
  } finally {
    underWay -= 1;
    if (underWay === 0) {
      const openReview = open;
      open = undefined;
      // Without a change, the form stays open and says why. The timeout lets a closing dialog return the focus first.
      if (openReview !== undefined && staged.changes() !== before) setTimeout(openReview);
    }
  }
}

/** Opens the review once the changes are staged that are under way. Returns false if none are. */
export function reviewAfterStaging(openReview: () => void): boolean {
  if (underWay > 0) open = openReview;
  return underWay > 0;
}
