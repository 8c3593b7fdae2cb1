import { auditFile } from './audit-file';

/** The command `npm run audit`. */
const { exitCode, said } = await auditFile(process.argv.slice(2));
for (const sentence of said) (exitCode === 0 ? console.log : console.error)(sentence);
process.exitCode = exitCode;
