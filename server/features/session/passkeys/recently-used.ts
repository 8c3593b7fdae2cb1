type RecentlyUsed<Value> = {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly delete: (key: string) => void;
  readonly clear: () => void;
};

/** Values by key, of which at most `max` are kept: those stored last. */
export function recentlyUsed<Value>(max: number): RecentlyUsed<Value> {
  // A Map is in the order in which its keys were added.
  const values = new Map<string, Value>();
  return {
    get: key => values.get(key),
    set: (key, value) => {
      values.delete(key);
      values.set(key, value);
      const [oldest] = values.keys();
      if (values.size > max && oldest !== undefined) values.delete(oldest);
    },
    delete: key => void values.delete(key),
    clear: () => values.clear(),
  };
}
