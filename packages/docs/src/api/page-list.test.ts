import { expect, it } from "vitest";
import { addList } from "./page-list.js";

const order = { name: "Order", address: "/api/order", about: "An order: a row of\na customer. It has a total." };
const table = "| page | what it is |\n| --- | --- |\n| [`Order`](/api/order) | An order: a row of a customer. |\n";

it("lists pages after the introduction, in place of TypeDoc's lists", () => {
  const page = "# shop\n\nAbout.\n\n## Classes\n\n- [Order](order.md)\n\n## limits {#limits}\n";
  expect(addList(page, [order])).toBe(`# shop\n\nAbout.\n\n${table}\n## limits {#limits}\n`);
  expect(addList("# All\n\n## Modules\n\n- [shop](shop.md)\n- [edm](edm.md)\n", [order])).toBe(`# All\n\n${table}`);
});

it("leaves a page without such pages as it is", () => {
  expect(addList("# shop\n\n## Classes {#classes}\n", [])).toBe("# shop\n\n## Classes {#classes}\n");
});
