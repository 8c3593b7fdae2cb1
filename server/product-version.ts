const found = import.meta.glob<string>('/package.json', { import: 'version', eager: true });

/** Of the product, as its package says it. */
export const productVersion: string = Object.values(found)[0] ?? 'unknown';
