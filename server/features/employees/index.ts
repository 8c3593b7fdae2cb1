export { employeeConstraints } from './constraints';
export { employeeMailing } from './bulk-email-employees';
export { changeStatus } from './change-status';
export { addTimeEntry } from './correct-time';
export { employeeInvariants, employeeNumbers } from './employee-invariants';
export { eraseEmployeesAgain, listErasedEmployees } from './erase-employee';
export { createEmployee } from './save-employee';
export { remindOfDocuments, remindOfDocumentsHandler, skipDocumentReminders } from './remind-of-documents';
export { employeeRoutes } from './employees.routes';
