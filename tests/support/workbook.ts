import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A workbook with these sheets of text cells. */
export function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly string[])[]>>,
): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const names = Object.keys(sheets);
  const each = (text: (name: string, number: number) => string) =>
    names.map((name, at) => text(name, at + 1)).join('');
  add('[Content_Types].xml', '<Types/>');
  add(
    'xl/workbook.xml',
    `<workbook xmlns:r="r"><sheets>${each((name, n) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships>${each((_, n) => `<Relationship Id="rId${n}" Target="worksheets/sheet${n}.xml"/>`)}</Relationships>`,
  );
  Object.values(sheets).forEach((rows, at) => {
    const cells = (row: readonly string[]) =>
      row.map(text => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
    add(
      `xl/worksheets/sheet${at + 1}.xml`,
      `<worksheet><sheetData>${rows.map(row => `<row>${cells(row)}</row>`).join('')}</sheetData></worksheet>`,
    );
  });
  zip.end();
  return buffer(zip.outputStream);
}
