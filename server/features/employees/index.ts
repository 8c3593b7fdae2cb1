export { employeeInvariants, employeeNumbers } from './employee-invariants';
export { remindOfDocuments, remindOfDocumentsHandler } from './remind-of-documents';
export { employeeRoutes } from './employees.routes';
