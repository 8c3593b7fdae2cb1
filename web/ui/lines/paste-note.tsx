import { Button } from '@mantine/core';
import { type KeyedLine, type LineStore, useLines } from './line-store';
import type { LinePaste } from './use-line-paste';
import type { Pasted } from './pasted-lines';
import './paste-note.css';

type Props<Line extends KeyedLine> = {
  lines: LineStore<Line>;
  paste: LinePaste<Line>;
  words: (pasted: Pasted<Line>) => string;
};

/** What the last paste did, until the lines are edited. */
export function PasteNote<Line extends KeyedLine>({ lines, paste, words }: Props<Line>) {
  const { pasted } = paste;
  const isCurrent = useLines(lines) === pasted?.after;
  return (
    <div role="status" className="paste-note-place">
      {pasted && isCurrent && (
        <div className="paste-note">
          <span>{words(pasted)}</span>
          <Button size="xs" variant="default" onClick={paste.undo}>
            Undo paste
          </Button>
        </div>
      )}
    </div>
  );
}
