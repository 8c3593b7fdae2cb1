import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { UnreadableTable } from './table-row';

export type XmlHandlers = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
};

const broken = () =>
  new UnreadableTable('The file is damaged. Open it, save it as XLSX again, then upload the new file.');

/** Names without their prefix: some programs write `<x:row>`. */
const plain = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML and calls the handlers. Custom entities and external references are not supported: a document type is
 * refused.
 */
function parserFor(handlers: XmlHandlers) {
  const parser = new SaxesParser({ xmlns: false });
  const decoder = new TextDecoder('utf-8');
  parser.on('opentag', (tag: SaxesTagPlain) => handlers.open(plain(tag.name), tag.attributes));
  parser.on('closetag', (tag: SaxesTagPlain) => handlers.close(plain(tag.name)));
  parser.on('text', handlers.text);
  parser.on('cdata', handlers.text);
  parser.on('doctype', () => {
    throw broken();
  });
  parser.on('error', () => {
    throw broken();
  });
  return {
    write: (block: Buffer) => void parser.write(decoder.decode(block, { stream: true })),
    end: () => void parser.close(),
  };
}

/** Parses a whole part. */
export async function readXml(blocks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const parser = parserFor(handlers);
  for await (const block of blocks) parser.write(block);
  parser.end();
}

/** Parses a part and yields, block by block, what the handlers produce. */
export async function* piecesOfXml<Piece>(
  blocks: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  take: () => readonly Piece[],
): AsyncGenerator<Piece> {
  const parser = parserFor(handlers);
  for await (const block of blocks) {
    parser.write(block);
    yield* take();
  }
  parser.end();
  yield* take();
}
