import { tenderName } from '../device/payment-rules';
import { NeedsHttps } from '../needs-https';
import { StoredHere } from '../stored-here';
import { actions, bareKeys } from '../till-actions';
import { useTill } from '../till-context';
import { paymentMethodsAccepted } from './pay-methods';
import { TillDialog } from './till-dialog';

/** All keyboard shortcuts of the till. */
export function HelpDialog() {
  const till = useTill();
  return (
    <TillDialog onClose={till.close} title="Keyboard shortcuts" size={820}>
      <NeedsHttps />
      <StoredHere />
      <div className="till-help">
        <Keys title="Do" keys={Object.values(actions)} />
        <Keys title="Anywhere" keys={bareKeys} />
        <Keys
          title="While paying"
          keys={[
            ...paymentMethodsAccepted().map(({ key, method }) => ({ key, label: tenderName(method) })),
            { key: 'Enter', label: 'Pay the amount in cash, or complete the sale when it is paid in full' },
          ]}
        />
      </div>
    </TillDialog>
  );
}

const Keys = ({ title, keys }: { title: string; keys: readonly { key: string; label: string }[] }) => (
  <section>
    <h2>{title}</h2>
    <dl className="shortcut-list">
      {keys.map(({ key, label }) => (
        <div key={`${key} ${label}`}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  </section>
);
