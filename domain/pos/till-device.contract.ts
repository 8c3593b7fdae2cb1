import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id, requiredText, version } from '../kernel/fields';
import { listCalls } from '../kernel/list-query';
import { money } from '../kernel/money';

export const tillDeviceStatus = z.enum(['active', 'revoked'], 'Choose Active or Revoked.');
export const tillDeviceStatusNames = { active: 'Active', revoked: 'Revoked' } as const;

const tillDevice = z.object({
  id,
  name: z.string(),
  /** The register it last sold at; null at the desk. */
  register: z.string().nullable(),
  status: tillDeviceStatus,
  last_seen_at: instant,
  last_seen_by: z.string(),
  /** As last reported by the device. */
  unsent_sales: z.int(),
  unsent_amount: money,
  enrolled_at: instant,
  enrolled_by: z.string(),
  revoked_at: instant.nullable(),
  revoked_by: z.string().nullable(),
  version,
});

/** The browsers that sell (decision 121). A device enrols when a till is first opened on it. */
export const tillDevices = {
  ...listCalls('/till-devices', {
    summary: 'List the devices that sell',
    access: can('view_setting'),
    exportAccess: can('view_setting', 'export_data'),
    listing: {
      sort: ['last_seen_at', 'name', 'id'],
      defaultSort: { by: 'last_seen_at', order: 'desc' },
      filters: { status: tillDeviceStatus },
    },
    row: tillDevice,
  }),
  rename: call('PUT', '/till-devices/{id}', {
    summary: 'Rename a till device',
    access: can('edit_setting'),
    body: z.strictObject({ name: requiredText('Name', 60), version: version.optional() }),
    reply: tillDevice,
  }),
  revoke: call('POST', '/till-devices/{id}/revoke', {
    summary: 'Revoke a till device. It hands in its unsent sales and removes everything else it stored',
    access: can('edit_setting'),
    reply: tillDevice,
  }),
  enrol: call('POST', '/till-devices/{id}/enrol', {
    summary: 'Allow a revoked till device to sell again',
    access: can('edit_setting'),
    reply: tillDevice,
  }),
};

export type TillDevice = z.output<typeof tillDevice>;
