/**
 * Keys of the vectors: that of the emulator, and the bytes 0x00 to 0x3f. A second implementation or the emulator confirmed the
 * signatures.
 */
export const testKeys = {
  devstoreaccount1: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
  myaccount: "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==",
} as const;

export interface SharedKeyVector {
  readonly name: string;
  readonly account: keyof typeof testKeys;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly resource: string;
  readonly full: string;
  readonly lite: string;
}

/** Signatures of requests dated Fri, 26 Jun 2015 23:39:12 GMT. */
export const sharedKeyVectors: readonly SharedKeyVector[] = [
  {
    name: "emulator: query tables",
    account: "devstoreaccount1",
    method: "GET",
    url: "http://127.0.0.1:10002/devstoreaccount1/Tables",
    headers: [],
    resource: "/devstoreaccount1/devstoreaccount1/Tables",
    full: "1N8+ef8oEDi2+hVq8MEliRQf2wg+Azc23mueaSqF0Fs=",
    lite: "VuaBO8Q8Lunn8jBU8fntlFomiNq5rTcfxYB1f9a0Mb8=",
  },
  {
    name: "emulator: create table",
    account: "devstoreaccount1",
    method: "POST",
    url: "http://127.0.0.1:10002/devstoreaccount1/Tables",
    headers: ["Content-Type", "application/json"],
    resource: "/devstoreaccount1/devstoreaccount1/Tables",
    full: "1nVvaioXMVe40GrAGj4lFGAXTEkl0Uxf2jYVyDa2Yq4=",
    lite: "VuaBO8Q8Lunn8jBU8fntlFomiNq5rTcfxYB1f9a0Mb8=",
  },
  {
    name: "emulator: service properties (comp is signed, restype is not)",
    account: "devstoreaccount1",
    method: "GET",
    url: "http://127.0.0.1:10002/devstoreaccount1/?restype=service&comp=properties",
    headers: [],
    resource: "/devstoreaccount1/devstoreaccount1/?comp=properties",
    full: "k8yCOvwTnDC8Mf8pDqsDIWwHTcIzrDKmSSUUT6LC8Gk=",
    lite: "jfMScsPGtGm30DiO8rBbkhlWHpNGJALjG5FXoVXL8rQ=",
  },
  {
    name: "emulator: get table ACL",
    account: "devstoreaccount1",
    method: "GET",
    url: "http://127.0.0.1:10002/devstoreaccount1/mytable?comp=acl",
    headers: [],
    resource: "/devstoreaccount1/devstoreaccount1/mytable?comp=acl",
    full: "AfdMPdMadhyqtORHNVSw8+BK63tmAKmmhRCGFeeUsd8=",
    lite: "MpC6RzUzBqiNVoHxKHSnq2R6rHzJP9Hvy3jzmkv+lu4=",
  },
  {
    name: "emulator: point read with quote, space and percent in keys",
    account: "devstoreaccount1",
    method: "GET",
    url: "http://127.0.0.1:10002/devstoreaccount1/mytable(PartitionKey='o''brien',RowKey='50%25%20off')",
    headers: [],
    resource: "/devstoreaccount1/devstoreaccount1/mytable(PartitionKey='o''brien',RowKey='50%25%20off')",
    full: "rbFRlKnUR1YogjXlnYHe3nNFX0bVMLBmSwzPkojkM7Q=",
    lite: "wCF9q7vaSnydXD07Pjno8fb5GgTHCy4xv+12sKV8OZY=",
  },
  {
    name: "emulator: batch",
    account: "devstoreaccount1",
    method: "POST",
    url: "http://127.0.0.1:10002/devstoreaccount1/$batch",
    headers: ["Content-Type", "multipart/mixed; boundary=batch_a1"],
    resource: "/devstoreaccount1/devstoreaccount1/$batch",
    full: "F4iol+IODsZA8awe/nx0tmO7LeshTveYOZC1bfxTD7g=",
    lite: "MWc6atxiKPGr4AVvSB3KCF5dxTft/qE49BrelfLnuCk=",
  },
  {
    name: "cloud: query tables",
    account: "myaccount",
    method: "GET",
    url: "https://myaccount.table.core.windows.net/Tables",
    headers: [],
    resource: "/myaccount/Tables",
    full: "R3e32z9HZI+SgZottQa+UHdMtjrAdHwGKw6yYqzooAw=",
    lite: "jrXVkn/k5nxW0W3N/yTos/lhV/L/F6aqJUbRbr64lrw=",
  },
  {
    name: "cloud: account root with trailing slash",
    account: "myaccount",
    method: "GET",
    url: "https://myaccount.table.core.windows.net/?restype=service&comp=properties",
    headers: [],
    resource: "/myaccount/?comp=properties",
    full: "jGuaCB92+5/3d0WnLyljyuXNACThb0XtcpngW8okbgg=",
    lite: "jTEA3TdMpA2ye4cvd9I3Pdwk33FILN6K+VpjEVVjoFY=",
  },
  {
    name: "cloud: filtered query (query string not signed)",
    account: "myaccount",
    method: "GET",
    url: "https://myaccount.table.core.windows.net/mytable()?$filter=PartitionKey%20eq%20'a'&$top=5",
    headers: [],
    resource: "/myaccount/mytable()",
    full: "bqg6kqsz4kitkddfJKKP8X4Rz3ZOdvJy6DyWylGuiIA=",
    lite: "zM3LZOjnn0wofewYqGFyV6x0iJumhptHZSLx6a2Btm0=",
  },
  {
    name: "cloud: set ACL with Content-MD5",
    account: "myaccount",
    method: "PUT",
    url: "https://myaccount.table.core.windows.net/mytable?comp=acl",
    headers: ["Content-Type", "application/xml", "Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg=="],
    resource: "/myaccount/mytable?comp=acl",
    full: "3x1BxNaA7QeUfoYCXVkh5WgItr90PMtvsIRJ2SwUTx4=",
    lite: "maxNbJembF72jScmk1pNhQZN5vlRSiL3N7hMotXTuyo=",
  },
  {
    name: "cloud: secondary host keeps the plain account name",
    account: "myaccount",
    method: "GET",
    url: "https://myaccount-secondary.table.core.windows.net/?restype=service&comp=stats",
    headers: [],
    resource: "/myaccount/?comp=stats",
    full: "/BY0LxKnQ1eHHRqFAn3TJEi6EBcqXpzbwVH0I6qrD/Y=",
    lite: "KBR8ie1/F4jwf7hn8rMgQwg+AqULB0hkuqTR4BRNrso=",
  },
  {
    name: "cloud: timeout before comp",
    account: "myaccount",
    method: "GET",
    url: "https://myaccount.table.core.windows.net/mytable?timeout=20&comp=acl",
    headers: [],
    resource: "/myaccount/mytable?comp=acl",
    full: "zUot4+n+SJ2oBTqCnkvt5hoUrsG7xhRzptt2IVYqkjY=",
    lite: "maxNbJembF72jScmk1pNhQZN5vlRSiL3N7hMotXTuyo=",
  },
  {
    name: "cloud: non-ASCII key",
    account: "myaccount",
    method: "DELETE",
    url: "https://myaccount.table.core.windows.net/mytable(PartitionKey='%E6%97%A5%E6%9C%AC',RowKey='%C3%A9')",
    headers: [],
    resource: "/myaccount/mytable(PartitionKey='%E6%97%A5%E6%9C%AC',RowKey='%C3%A9')",
    full: "BpW7OWpyqCa2TUc2Svgn07eB5i+T2EpuCqTLY5l2qOk=",
    lite: "Q1Jcog5Og/O/iRskIfcS9hPv+F5miDfVNDXwQRfp2So=",
  },
];
