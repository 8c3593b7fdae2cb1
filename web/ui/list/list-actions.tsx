import { Button } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { Children, Fragment, isValidElement, type ReactNode, useState } from 'react';
import { AddButton } from '../add-button';
import { LinkButton } from '../links';
import { Sheet } from './sheet';
import { usePhone } from '../use-phone';

type Props = {
  /** Something lies over them. */
  isCovered: boolean;
  children: ReactNode;
};

/** The actions of a list page. On a phone all but the primary one are in a menu. */
export function ListActions({ isCovered, children }: Props) {
  const isPhone = usePhone();
  if (!isPhone)
    return (
      <div className="list-actions no-print" inert={isCovered}>
        {children}
      </div>
    );
  const all = flat(children);
  const primary = all.findLast(isPrimary);
  const others = all.filter(action => action !== primary);
  return (
    <div className="list-actions no-print">
      {others.length > 0 && <More>{others}</More>}
      {primary}
    </div>
  );
}

/** The actions one by one, whatever groups them. */
const flat = (actions: ReactNode): ReactNode[] =>
  Children.toArray(actions).flatMap(action =>
    isValidElement<{ children?: ReactNode }>(action) && action.type === Fragment
      ? flat(action.props.children)
      : [action],
  );

/** A filled button, as everywhere. */
const isPrimary = (action: ReactNode): boolean =>
  isValidElement<{ variant?: string }>(action) &&
  (action.type === AddButton ||
    ((action.type === LinkButton || action.type === Button) && action.props.variant === undefined));

function More({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        px={12}
        aria-label="More actions"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Ellipsis size={18} aria-hidden />
      </Button>
      <Sheet title="Actions" isOpen={isOpen} onClose={() => setOpen(false)} closesOnAction>
        {children}
      </Sheet>
    </>
  );
}
