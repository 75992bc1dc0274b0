/* Loads only the named package. Without a name, shows the cost of Node itself. */
const [name] = process.argv.slice(2);
if (name !== undefined) await import(name);

export {};
