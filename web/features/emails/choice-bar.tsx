import { Button, Checkbox } from '@mantine/core';
import { maxChosen } from '#domain/emails/inbox.contract';
import { MailActButtons } from './mail-act-buttons';
import type { MailLine } from './message-list';
import type { PaneActions } from './message-pane';

/** The number of selected messages and the actions for them. */
export function ChoiceBar({ lines, actions }: { lines: readonly MailLine[]; actions: PaneActions }) {
  const { choice } = actions.acts;
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
          <MailActButtons {...actions} />
          <Button variant="subtle" size="compact-xs" onClick={choice.clear}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
}
