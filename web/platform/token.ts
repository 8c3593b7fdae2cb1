const key = 'token';

/** The bearer token, in local storage as the specification requires (T-04). */
export const token = {
  read: (): string | null => localStorage.getItem(key),
  keep: (value: string): void => localStorage.setItem(key, value),
  drop: (): void => localStorage.removeItem(key),
};
