import { LinkedText } from '../../ui/linked-text';

/** Plain text with links. Quoted text is shown paler. */
export const MailText = ({ text }: { text: string }) => (
  <div className="mail-text">
    {text.split('\n').map((line, position) => (
      // The lines of a message never move, so the index is a stable key.
      <div key={`${position} ${line.length}`} className={line.startsWith('>') ? 'mail-quoted' : undefined}>
        {line === '' ? ' ' : <LinkedText text={line} />}
      </div>
    ))}
  </div>
);
