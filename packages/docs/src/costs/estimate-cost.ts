/** Requests of an application in a month, and its stored rows. */
export interface Usage {
  /** Number of gets and other reads of one row. */
  readonly reads: number;
  /** Number of single writes. */
  readonly writes: number;
  /** Number of rows that queries and scans read, including those that a filter leaves out. */
  readonly scannedRows: number;
  readonly storedRows: number;
  /** Average size of a row, in bytes. */
  readonly rowBytes: number;
  /** Number of indexes in the entity's partition. Each one stores a row of keys. */
  readonly indexes: number;
  /** Number of indexes elsewhere. Each one also costs a request for each write. */
  readonly indexesElsewhere: number;
}

/** Prices in US dollars. */
export interface Prices {
  readonly tenThousandRequests: number;
  /** Price of a GiB stored for a month. */
  readonly storedGibibyte: number;
}

/** Prices of Austria East with local redundancy on 21 July 2026: https://prices.azure.com/api/retail/prices */
export const publishedPrices: Prices = { tenThousandRequests: 0.00036, storedGibibyte: 0.045 };

/** Cost of a month. */
export interface Cost {
  readonly requests: number;
  readonly gibibytes: number;
  /** Price in US dollars. */
  readonly requestPrice: number;
  /** Price in US dollars. */
  readonly storagePrice: number;
}

const rowsPerPage = 1000;

/** Size of an index row, which stores keys and no properties of its own, in bytes. */
const indexRowBytes = 200;

/** Estimates the cost of a month on Azure Storage. Transfer out of the region is not included. */
export function estimateCost(usage: Usage, prices: Prices = publishedPrices): Cost {
  const { reads, writes, scannedRows, storedRows, rowBytes, indexes, indexesElsewhere } = usage;
  const requests = reads + writes * (1 + indexesElsewhere) + Math.ceil(scannedRows / rowsPerPage);
  const bytes = storedRows * (rowBytes + (indexes + indexesElsewhere) * indexRowBytes);
  const gibibytes = bytes / 2 ** 30;
  return {
    requests,
    gibibytes,
    requestPrice: (requests / 10_000) * prices.tenThousandRequests,
    storagePrice: gibibytes * prices.storedGibibyte,
  };
}
