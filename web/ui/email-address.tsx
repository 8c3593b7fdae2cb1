import { Fragment } from 'react';

/** An email address, which wraps before its @ or a full stop where its line is too short. */
export const EmailAddress = ({ address }: { address: string }) =>
  address.split(/(?=[@.])/).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no other name, and never move
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
