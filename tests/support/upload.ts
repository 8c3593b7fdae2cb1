/** A file to upload: its name and its content. */
export type TestFile = { readonly name: string; readonly content: Buffer | string };

/** A multipart body with its header, as a browser would send the form. */
export async function multipartForm(
  fields: Readonly<Record<string, string>>,
  files: readonly TestFile[] = [],
  fileField = 'attachments[]',
): Promise<{ body: Record<string, unknown>; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, content } of files)
    form.append(fileField, new Blob([new Uint8Array(Buffer.from(content as string))]), name);
  const written = new Response(form);
  return {
    body: Buffer.from(await written.arrayBuffer()) as unknown as Record<string, unknown>,
    headers: { 'content-type': written.headers.get('content-type') ?? '' },
  };
}

/** The smallest content accepted as a PDF, padded to a size in bytes. */
export function pdfOf(bytes = 64): Buffer {
  const content = Buffer.alloc(bytes, 0x20);
  content.write('%PDF-1.7\n');
  return content;
}
