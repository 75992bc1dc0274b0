/**
 * Global types that every ECMAScript environment has, so that a JSON property can use them without an import. Other types, such as those of
 * the DOM or of a global declaration, must be imported, because the program with the generated code may not have them.
 */
export const globalTypes: ReadonlySet<string> = new Set([
  ...["Array", "ReadonlyArray", "Record", "Partial", "Required", "Readonly", "Pick", "Omit", "Exclude", "Extract"],
  ...["NonNullable", "Parameters", "ConstructorParameters", "ReturnType", "InstanceType", "ThisParameterType"],
  ...["OmitThisParameter", "ThisType", "Awaited", "NoInfer", "Uppercase", "Lowercase", "Capitalize", "Uncapitalize"],
  ...[
    "Object",
    "Function",
    "String",
    "Number",
    "Boolean",
    "Symbol",
    "BigInt",
    "Date",
    "RegExp",
    "Error",
    "PropertyKey",
  ],
  ...["Map", "ReadonlyMap", "Set", "ReadonlySet", "WeakMap", "WeakSet", "Promise", "PromiseLike", "ArrayLike"],
  ...["Iterable", "Iterator", "IterableIterator", "Generator", "ArrayBuffer", "DataView", "Int8Array", "Uint8Array"],
  ...["Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array"],
  ...[
    "BigInt64Array",
    "BigUint64Array",
    "ArrayBufferLike",
    "WeakKey",
    "PromiseConstructorLike",
    "Intl",
    "JSON",
    "Math",
  ],
]);
