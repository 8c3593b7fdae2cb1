export function findFaketime(): string | null;
