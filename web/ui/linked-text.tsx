import { Anchor } from '@mantine/core';
import { Fragment } from 'react';

const address = /(https?:\/\/[^\s<>"')\]]+[^\s<>"')\].,;:!?])/g;

/** Plain text in which only web addresses become links. */
export const LinkedText = ({ text }: { text: string }) =>
  text.split(address).map((part, at) =>
    at % 2 === 1 ? (
      <Anchor key={`${at} ${part}`} href={part} target="_blank" rel="noopener noreferrer nofollow" inherit>
        {part}
      </Anchor>
    ) : (
      <Fragment key={`${at} ${part}`}>{part}</Fragment>
    ),
  );
