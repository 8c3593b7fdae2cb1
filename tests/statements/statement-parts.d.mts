export declare function partKey(texts: readonly string[]): string;
export declare function partsOf(root: unknown): string[];
