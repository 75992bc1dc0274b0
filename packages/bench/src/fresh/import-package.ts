/* Loads the package that is named, and nothing else. */
await import(process.argv[2] as string);
