const found = import.meta.glob<string>('/package.json', { import: 'version', eager: true });

/** The version in package.json. */
export const productVersion: string = Object.values(found)[0] ?? 'unknown';
