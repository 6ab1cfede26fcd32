/** A deep copy of data; functions in it are kept by reference, and so is what JavaScript cannot copy (a signal). */
export function copyOf<T>(value: T): T {
  return copy(value, new Map()) as T;
}

/** `made` holds the copies so far, for data that contains itself. */
function copy(value: unknown, made: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = made.get(value);
  if (known) return known;

  const twin = emptyTwin(value);
  if (!twin) return copyOfBuiltIn(value);
  made.set(value, twin);
  for (const [name, field] of Object.entries(value)) {
    // Assigning would not make a field of the name `__proto__`.
    Object.defineProperty(twin, name, {
      value: copy(field, made),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return twin;
}

/** What the fields of a copy go into; undefined for what has more to it than fields, as a Date or a Map. */
function emptyTwin(value: object): object | undefined {
  if (Array.isArray(value)) {
    const twin: unknown[] = [];
    twin.length = value.length;
    return twin;
  }
  return Object.prototype.toString.call(value) === "[object Object]" ? {} : undefined;
}

function copyOfBuiltIn(value: object): object {
  try {
    const twin: object = structuredClone(value);
    // Of what it does not know it makes an empty object, as of a signal.
    return Object.getPrototypeOf(twin) === Object.getPrototypeOf(value) ? twin : value;
  } catch {
    return value;
  }
}
