import { pad, table } from "./corpus-table.js";

/** Tables with one kind each, and with a different separator each. */
const separated = (["-", "_", ":", "|", ".", "!", "+", "="] as const).map((mark, index) =>
  table(`Orders${index}`, [`cust${mark}{customerId} ~ order${mark}{orderNo.pad(8)}`], 200, (number) => {
    const customerId = `C${number % 17}`;
    return [
      `cust${mark}${customerId}`,
      `order${mark}${pad(number, 8)}`,
      { customerId, orderNo: number, total: number + 0.5, paid: number % 2 === 0 },
    ];
  }),
);

/** For each separator, a table with two kinds, which the leading word of the RowKey distinguishes. */
const mixed = (["-", "_", ":", "|", "."] as const).map((mark, index) =>
  table(
    `Mixed${index}`,
    [`{customerId} ~ order${mark}{orderNo.pad(8)}`, `{customerId} ~ address${mark}{label}`],
    300,
    (number) => {
      const customerId = `C${number % 23}`;
      return number % 2 === 0
        ? [customerId, `order${mark}${pad(number, 8)}`, { customerId, orderNo: number, total: number / 8 + 0.1 }]
        : [customerId, `address${mark}home${number}`, { customerId, label: `home${number}`, street: "S", city: "B" }];
    },
  ),
);

export const separators = [...separated, ...mixed];
