export function linesWithMadeUpId(content: string): readonly number[];
