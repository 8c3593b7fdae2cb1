/** The parts of untyped PDF libraries that the worker uses. */
declare module 'pdfmake' {
  /** A node of pdfmake's document tree; only `lay-out.ts` creates them. */
  export type PdfNode = string | { readonly [property: string]: unknown };
  type TableNode = { table: { body: unknown[]; widths: unknown[]; headerRows?: number } };
  export type TableLayout = { [measure: string]: (index: number, node: TableNode) => number | string | null };
  export type Definition = {
    content: PdfNode[];
    header?: (page: number) => PdfNode;
    footer?: (page: number, pages: number) => PdfNode;
    [setting: string]: unknown;
  };
  const pdfmake: {
    setFonts(fonts: Record<string, Record<string, string>>): void;
    setTableLayouts(layouts: Record<string, TableLayout>): void;
    virtualfs: { writeFileSync(name: string, content: Buffer): void };
    setUrlAccessPolicy(policy: (url: string) => boolean): void;
    setLocalAccessPolicy(policy: (path: string) => boolean): void;
    createPdf(definition: Definition): { getBuffer(): Promise<Buffer> };
  };
  export default pdfmake;
}

declare module 'pdfmake/js/Renderer.js' {
  export type Inline = { text: string; x: number; width: number; trailingCut?: number };
  export type Line = { inlines: Inline[]; leadingCut: number };
  const module: {
    default: { prototype: { renderLine: (this: unknown, line: Line, x: number, y: number) => void } };
  };
  export default module;
}

declare module 'fontkit' {
  type Font = {
    characterSet: number[];
    unitsPerEm: number;
    glyphForCodePoint(codePoint: number): { advanceWidth: number };
  };
  export function create(content: Buffer): Font;
}
