import { PNG } from "pngjs";
import { expect, it } from "vitest";
import { cardSize, drawCard } from "./draw-card.js";

it("draws a picture of the size of a card, whose text differs", async () => {
  const cards = await Promise.all(
    ["Azure tables, typed", "Other"].map((title) => drawCard(title, "A sentence.", ["code"])),
  );
  const [card, other] = cards.map((png) => PNG.sync.read(Buffer.from(png)));
  expect(card).toMatchObject(cardSize);
  expect(card?.data.equals(other?.data as Buffer)).toBe(false);
  const light = card?.data.filter((value, at) => at % 4 === 0 && value > 200).length ?? 0;
  expect(light).toBeGreaterThan(5_000);
});
