/* Loads the package that is named, and nothing else; without a name it shows what Node itself costs. */
const [name] = process.argv.slice(2);
if (name !== undefined) await import(name);

export {};
