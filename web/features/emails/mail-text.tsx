import { LinkedText } from '../../ui/linked-text';

/** Plain text as it was written; addresses in it can be opened. What is repeated from before is paler. */
export const MailText = ({ text }: { text: string }) => (
  <div className="mail-text">
    {text.split('\n').map((line, position) => (
      // The lines of a message never change places.
      <div key={`${position} ${line.length}`} className={line.startsWith('>') ? 'mail-quoted' : undefined}>
        {line === '' ? ' ' : <LinkedText text={line} />}
      </div>
    ))}
  </div>
);
