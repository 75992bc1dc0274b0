/* An empty script: what Node itself costs. */
export {};
