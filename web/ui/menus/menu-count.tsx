import { VisuallyHidden } from '@mantine/core';

/** The number of things that wait, beside an entry of the menu; nothing while there are none. */
export const MenuCount = ({ count, words }: { count: number; words: string }) =>
  count === 0 ? null : (
    <span className="sidebar-count figures">
      {count > 99 ? '99+' : count}
      <VisuallyHidden> {words}</VisuallyHidden>
    </span>
  );
