import { Anchor } from '@mantine/core';
import { Fragment } from 'react';

const address = /(https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?])/g;

/** Plain text as it was written; addresses in it can be opened. What is repeated from before is paler. */
export const MailText = ({ text }: { text: string }) => (
  <div className="mail-text">
    {text.split('\n').map((line, position) => (
      // The lines of a message never change places.
      <div key={`${position} ${line.length}`} className={line.startsWith('>') ? 'mail-quoted' : undefined}>
        {line === ''
          ? ' '
          : line.split(address).map((part, at) =>
              at % 2 === 1 ? (
                <Anchor key={`${at} ${part}`} href={part} target="_blank" rel="noopener noreferrer nofollow">
                  {part}
                </Anchor>
              ) : (
                <Fragment key={`${at} ${part}`}>{part}</Fragment>
              ),
            )}
      </div>
    ))}
  </div>
);
