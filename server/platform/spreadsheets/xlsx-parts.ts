import type { Column } from './column';

/** The fixed files of a workbook with one sheet, and the numbers of its cell styles. */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
export const sheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const contentTypes = `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`;

export const packageRelations = `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export const workbookRelations = `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`;

/** `sheetName` must already be escaped. */
export const workbook = (sheetName: string) =>
  `${head}<workbook xmlns="${sheetNamespace}" xmlns:r="${office}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** The style of each kind of cell: an index into `cellXfs` below. */
export const styleOf: Record<Column<never>['kind'] | 'header' | 'indented', number> = {
  text: 1,
  integer: 2,
  money: 3,
  'unit cost': 7,
  quantity: 0,
  percent: 8,
  date: 4,
  instant: 5,
  header: 6,
  indented: 9,
};

const format = (id: number, attributes = '') =>
  `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${attributes}/>`;

export const styles = `${head}<styleSheet xmlns="${sheetNamespace}"><numFmts count="4"><numFmt numFmtId="164" formatCode="&quot;£&quot;#,##0.00"/><numFmt numFmtId="165" formatCode="dd mmm yyyy"/><numFmt numFmtId="166" formatCode="dd mmm yyyy hh:mm:ss"/><numFmt numFmtId="167" formatCode="&quot;£&quot;#,##0.00####"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="10">${format(0)}${format(49)}${format(3)}${format(164)}${format(165)}${format(166)}<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${format(167)}${format(10)}<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" indent="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const widthOf: Record<Column<never>['kind'], number> = {
  text: 24,
  integer: 10,
  money: 14,
  'unit cost': 14,
  quantity: 12,
  percent: 12,
  date: 13,
  instant: 21,
};

/** The sheet's XML before its rows: a frozen first row and the column widths. */
export function sheetStart<Row>(columns: readonly Column<Row>[]): string {
  const widths = columns.map(({ kind, header, width }, index) => {
    const characters = width ?? Math.max(widthOf[kind], header.length + 2);
    return `<col min="${index + 1}" max="${index + 1}" width="${characters}" customWidth="1"/>`;
  });
  return `${head}<worksheet xmlns="${sheetNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
}

export const sheetEnd = '</sheetData></worksheet>';
