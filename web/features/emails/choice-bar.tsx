import { Button, Checkbox } from '@mantine/core';
import { maxChosen } from '#domain/emails/inbox.contract';
import { MailActButtons } from './mail-act-buttons';
import type { MailLine } from './message-list';
import type { PaneActions } from './message-pane';

/** The number of selected messages and the actions for them. */
export function ChoiceBar({ lines, doing }: { lines: readonly MailLine[]; doing: PaneActions }) {
  const { choice } = doing.acts;
  const all = lines.slice(0, maxChosen).map(({ id }) => id);
  const chosen = choice.ids.size;
  return (
    <div className="mail-choice">
      <Checkbox
        size="md"
        aria-label="Select all messages shown"
        checked={chosen > 0 && chosen >= all.length}
        indeterminate={chosen > 0 && chosen < all.length}
        onChange={() => (chosen > 0 ? choice.clear() : choice.choose(all))}
      />
      {chosen === 0 ? (
        <span className="mail-dim">Select all</span>
      ) : (
        <>
          <span role="status">{chosen.toLocaleString('en-GB')} selected</span>
          <MailActButtons {...doing} />
          <Button variant="subtle" size="compact-xs" onClick={choice.clear}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
}
