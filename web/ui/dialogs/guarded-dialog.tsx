import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { leaving, unsaved } from '../../platform/unsaved';
import { sending } from '../form/use-sending';
import '../lines/dialog-lines.css';

type Asked = (isSamePage: boolean) => boolean;
const thatSayYes = (all: Iterable<Asked>): Asked[] => [...all].filter(ask => ask(false));

/**
 * A dialog with something to fill in. Escape, the cross and a click outside ask before they discard what was typed in it,
 * and do nothing while it is sent.
 */
export function GuardedDialog({ onClose, ...props }: Omit<ModalProps, 'opened'>) {
  /** The page below keeps what is typed and sent there. */
  const below = useRef<readonly Asked[]>([]);
  useEffect(() => {
    below.current = [...thatSayYes(unsaved), ...thatSayYes(sending)];
  }, []);
  const isOwn = (ask: Asked) => !below.current.includes(ask);
  const close = () => {
    if (thatSayYes(sending).some(isOwn)) return;
    if (thatSayYes(unsaved).some(isOwn)) leaving(onClose);
    else onClose();
  };
  return <Modal opened onClose={close} {...props} />;
}
