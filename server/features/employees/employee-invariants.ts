export const employeeNumbers = [{ series: 'EMP', table: 'employees', column: 'number' }] as const;
