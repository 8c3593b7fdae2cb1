type Packages = Readonly<Record<string, { readonly license?: string }>>;
export const exceptions: Readonly<Record<string, { readonly licence: string; readonly why: string }>>;
export function exceptionFor(name: string): { readonly licence: string; readonly why: string } | undefined;
export function isAllowed(expression: string, more?: ReadonlySet<string>): boolean;
export function licenceProblems(packages?: Packages): string[];
