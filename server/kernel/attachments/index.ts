export { attachmentRoutes } from './attachment-routes';
export { attachmentsOf } from './attachments';
export { lockRecord } from './lock-record';
export { removableUntilClosed } from './removable-until-closed';
