/**
 * Price of one request to tables of Azure Storage, in US dollars: that of Austria East with local redundancy on 21 July 2026, for reads and
 * writes alike. It differs by region and redundancy.
 * @see https://prices.azure.com/api/retail/prices
 */
export const requestPrice: number = 0.00036 / 10_000;
