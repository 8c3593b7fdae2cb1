import { Button } from '@mantine/core';
import { ArrowLeftRight, BellRing, Ellipsis, HandCoins, PiggyBank, Scale, Wallet } from 'lucide-react';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { letters } from '#domain/wallet/letters.contract';
import type { Statement } from '#domain/wallet/wallet.contract';
import { useAccess } from '../../platform/access';
import { MenuButton } from '../../ui/menus/menu-button';
import type { MenuEntry } from '../../ui/menus/menu-entry';
import type { Entry, OpenItem } from './ledger-cards';
import {
  AdjustDialog,
  MatchDialog,
  PayOutDialog,
  ReceiveDialog,
  RemindDialog,
  ReverseEntryDialog,
  ReverseWriteOffDialog,
  StatementEmailDialog,
  TransferDialog,
} from './lazy-dialogs';

export type Period = { from?: string; to?: string };

/** The action in progress on the ledger. */
export type WalletDialogState =
  | { readonly kind: 'receive' | 'top_up' | 'pay_out' | 'adjust' | 'transfer' | 'email' | 'remind' }
  | { readonly kind: 'reverse'; readonly entry: Entry }
  | { readonly kind: 'match'; readonly item: OpenItem };

type ActionProps = { statement: Statement; onOpen: (dialog: WalletDialogState) => void };

/** Actions on a customer's money, by permission; less common ones are in the menu. An erased customer's is only settled. */
export function WalletActions({ statement: { party, today }, onOpen }: ActionProps) {
  const { canCall } = useAccess();
  if (party.closed !== null && !party.is_erased) return null;
  const isOpen = party.closed === null;
  const entry = (
    isThere: boolean,
    label: string,
    icon: React.ReactNode,
    kind: 'adjust' | 'transfer' | 'remind',
  ) => (isThere ? [{ kind: 'item', label, icon, run: () => onOpen({ kind }) } satisfies MenuEntry] : []);
  const more: MenuEntry[] = [
    ...entry(
      isOpen && canCall(letters.remind) && today.overdue > 0,
      'Remind',
      <BellRing size={16} />,
      'remind',
    ),
    ...entry(
      canCall(customerWallet.adjust) && (isOpen || today.outstanding > 0),
      isOpen ? 'Adjust or write off' : 'Write off',
      <Scale size={16} />,
      'adjust',
    ),
    ...entry(
      isOpen && canCall(customerWallet.transfer) && today.unallocated > 0,
      'Transfer credit',
      <ArrowLeftRight size={16} />,
      'transfer',
    ),
  ];
  return (
    <div className="wallet-actions no-print">
      {more.length > 0 && (
        <MenuButton label="More actions" button={{ variant: 'default', px: 10 }} items={more}>
          <Ellipsis size={16} aria-hidden />
        </MenuButton>
      )}
      {canCall(customerWallet.payOut) && today.unallocated > 0 && (
        <Button
          variant="default"
          leftSection={<HandCoins size={16} />}
          onClick={() => onOpen({ kind: 'pay_out' })}
        >
          Pay out
        </Button>
      )}
      {canCall(customerWallet.receive) && (isOpen || today.outstanding > 0) && (
        <>
          {isOpen && (
            <Button
              variant="default"
              leftSection={<PiggyBank size={16} />}
              onClick={() => onOpen({ kind: 'top_up' })}
            >
              Top up
            </Button>
          )}
          <Button leftSection={<Wallet size={16} />} onClick={() => onOpen({ kind: 'receive' })}>
            Take payment
          </Button>
        </>
      )}
    </div>
  );
}

export type DialogProps = {
  statement: Statement;
  onClose: () => void;
  onDone: (message: string, isGood?: boolean) => void;
};

/** The dialog of the action in progress. */
export function WalletDialog({
  opened,
  period,
  ...props
}: DialogProps & { opened: WalletDialogState; period: Period }) {
  switch (opened.kind) {
    case 'receive':
    case 'top_up':
      return <ReceiveDialog {...props} isTopUp={opened.kind === 'top_up'} />;
    case 'pay_out':
      return <PayOutDialog {...props} />;
    case 'adjust':
      return <AdjustDialog {...props} />;
    case 'transfer':
      return <TransferDialog {...props} />;
    case 'email':
      return <StatementEmailDialog {...props} period={period} />;
    case 'remind':
      return (
        <RemindDialog customers={[props.statement.party]} onClose={props.onClose} onDone={props.onDone} />
      );
    case 'reverse': {
      const { entry } = opened;
      if (entry.write_off)
        return <ReverseWriteOffDialog {...props} entry={entry} writeOff={entry.write_off} />;
      return entry.payment && <ReverseEntryDialog {...props} entry={entry} payment={entry.payment} />;
    }
    case 'match':
      return <MatchDialog {...props} item={opened.item} />;
  }
}
