import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import { type Pence, poundsFromPence } from '#domain/kernel/money';
import { type ApprovalLimitSettings, approvalLimits } from '#domain/settings/approval-limits.contract';
import { request } from '../../platform/api';
import { MoneyInput } from '../../ui/figure-inputs';
import { Form, useContractForm } from '../../ui/form';
import { typedPounds } from '../../ui/typed-figures';
import { SettingCard } from './setting-card';

/** Above which amounts a second person approves, by PIN, what somebody else refunds, writes off, adjusts or counts. */
export const LimitsSection = () => (
  <SettingCard
    title="Approval limits"
    about="Above a limit a second person approves by PIN, up to the amount and for the change they were shown. While only one person could approve, they may do so alone, and the audit log says so. Blank: no amount needs it."
    get={approvalLimits.get}
    save={approvalLimits.save}
  >
    {({ setting, onSaved }) => <LimitsForm limits={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Values = Record<keyof Omit<ApprovalLimitSettings, 'version'>, string> & { version: number };
type Props = { limits: ApprovalLimitSettings; onSaved: (saved: ApprovalLimitSettings) => void };

function LimitsForm({ limits, onSaved }: Props) {
  const form = useContractForm<Values, ApprovalLimitSettings>({
    schema: z.preprocess(values => bodyOf(values as Values), approvalLimits.save.body),
    initial: valuesOf(limits),
    send: values => request(approvalLimits.save, { body: bodyOf(values), shownInPlace: true }),
    onDone: onSaved,
    failure: 'The limits could not be saved.',
    valuesOfCurrent: row => valuesOf(z.decode(approvalLimits.save.reply, row as never)),
  });
  const field = form.form.getInputProps;
  return (
    <Form form={form} submitLabel="Save">
      <div className="form-columns">
        <MoneyInput
          label="Refund approval above"
          description="Refunds, cancelled sales, and sales lowered by an edit. Approved by whoever may approve till differences."
          {...field('refund_limit')}
        />
        <MoneyInput
          label="Write-off approval above"
          description="Stock that is damaged, lost, expired, used or written down, and what customers are let off or given as credit."
          {...field('write_off_limit')}
        />
        <MoneyInput
          label="Stock adjustment approval above"
          description="Stock that was found, and corrections. Approved by whoever may review stock-takes."
          {...field('adjustment_limit')}
        />
        <MoneyInput
          label="Stock-take approval above"
          description="Missing and found goods together. Whoever did not count approves by posting."
          {...field('stock_count_limit')}
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
  version: limits.version,
});

const bodyOf = ({ version, ...values }: Values): BodySent<typeof approvalLimits.save> => ({
  refund_limit: nullable(values.refund_limit),
  adjustment_limit: nullable(values.adjustment_limit),
  write_off_limit: nullable(values.write_off_limit),
  stock_count_limit: nullable(values.stock_count_limit),
  version,
});
