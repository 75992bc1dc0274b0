/** Headers of a service-level request without a body. */
export const xmlHeaders: readonly string[] = ["Accept", "application/xml"];

/** Headers of a service-level request with an XML body. */
export const xmlBodyHeaders: readonly string[] = ["Content-Type", "application/xml", ...xmlHeaders];
