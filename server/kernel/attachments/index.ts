export { attachmentRoutes } from './attachment-routes';
export { attachmentsOf } from './attachments';
export { removableUntilClosed } from './removable-until-closed';
