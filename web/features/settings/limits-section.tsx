import type { BodySent } from '#domain/kernel/call';
import { type Pence, poundsFromPence } from '#domain/kernel/money';
import { type ApprovalLimitSettings, approvalLimits } from '#domain/settings/approval-limits.contract';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { Form } from '../../ui/form/form';
import { typedPounds } from '../../ui/form/typed-figures';
import { SettingCard } from './setting-card';
import { decodedBy, useSettingForm } from './use-setting-form';

/** The amounts above which refunds, write-offs, adjustments, stocktakes and bills need a second person. */
export const LimitsSection = () => (
  <SettingCard
    title="Approval limits"
    about="Above these limits a second person approves the change with their PIN. Refunds of one sale count together until they are approved. So do write-offs and credits of one customer on one day, and stock that one user writes off on one day. If only one user can approve, they can do so alone, and the audit log records it. Leave blank for no approval."
    get={approvalLimits.get}
    save={approvalLimits.save}
    recordedAs="Approval limits"
  >
    {({ setting, onSaved }) => <LimitsForm limits={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Values = Record<keyof Omit<ApprovalLimitSettings, 'version'>, string> & { version: number };
type Props = { limits: ApprovalLimitSettings; onSaved: (saved: ApprovalLimitSettings) => void };

function LimitsForm({ limits, onSaved }: Props) {
  const form = useSettingForm(approvalLimits.save, {
    setting: limits,
    onSaved,
    valuesOf,
    bodyOf,
    failure: 'The limits could not be saved.',
    currentOf: decodedBy(approvalLimits.save),
  });
  const field = form.form.getInputProps;
  return (
    <Form form={form} submitLabel="Save">
      <div className="form-columns">
        <MoneyInput
          label="Refund approval above"
          description="Refunds, voided sales and edits that reduce a sale. Approved by users with permission to approve till variances."
          {...field('refund_limit')}
        />
        <MoneyInput
          label="Write-off approval above"
          description="Stock that is damaged, lost, expired, used or written down, bad debts, and credit given to customers."
          {...field('write_off_limit')}
        />
        <MoneyInput
          label="Stock adjustment approval above"
          description="Stock found and corrections. Approved by users with permission to review stocktakes."
          {...field('adjustment_limit')}
        />
        <MoneyInput
          label="Stocktake approval above"
          description="Shortages and surpluses added together. Someone who did not count must post the stocktake."
          {...field('stock_count_limit')}
        />
        <MoneyInput
          label="Bill approval above"
          description="Bills without an order, and landed cost. Recorded by users with permission to approve purchase orders; what anyone else records on one day counts together."
          {...field('bill_limit')}
        />
      </div>
    </Form>
  );
}

const blankable = (pence: Pence | null) => (pence === null ? '' : poundsFromPence(pence));
const nullable = (typed: string) => (typed.trim() === '' ? null : typedPounds(typed));

const valuesOf = (limits: ApprovalLimitSettings): Values => ({
  refund_limit: blankable(limits.refund_limit),
  adjustment_limit: blankable(limits.adjustment_limit),
  write_off_limit: blankable(limits.write_off_limit),
  stock_count_limit: blankable(limits.stock_count_limit),
  bill_limit: blankable(limits.bill_limit),
  version: limits.version,
});

const bodyOf = ({ version, ...values }: Values): BodySent<typeof approvalLimits.save> => ({
  refund_limit: nullable(values.refund_limit),
  adjustment_limit: nullable(values.adjustment_limit),
  write_off_limit: nullable(values.write_off_limit),
  stock_count_limit: nullable(values.stock_count_limit),
  bill_limit: nullable(values.bill_limit),
  version,
});
