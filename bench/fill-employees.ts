import { sql } from 'kysely';
import type { Database } from '../server/platform/database/open-database';

/**
 * Two thousand employees in twenty departments, each reporting to one of the first fifty, with documents and fifty days
 * of hours.
 */
export async function fillEmployees(db: Database, userId: number): Promise<void> {
  await sql`insert into employees (number, name, job_title, department, manager_id, status, started_on, left_on, email, phone,
      created_at, updated_at)
    select 'EMP-' || lpad(n::text, 5, '0'), 'Employee ' || md5('s' || n), 'Job ' || n % 40, 'Department ' || n % 20,
      case when n > 50 then 1 + n % 50 end, case when n % 7 = 0 then 'left' else 'active' end, date '2020-01-01' + n % 1500,
      case when n % 7 = 0 then date '2026-01-01' end, 'staff' || n || '@firm.example', '01632 ' || (960000 + n), now(), now()
    from generate_series(1, 2000) n`.execute(db);
  await sql`insert into number_series (series, last_number) values ('EMP', 2000)`.execute(db);
  await sql`insert into files (sha256, bytes, content_type, created_at) values (repeat('1', 64), 1, 'application/pdf', now())`.execute(
    db,
  );
  await sql`insert into employee_documents (employee_id, file_name, sha256, title, expires_on, added_by, added_at)
    select id, 'licence.pdf', repeat('1', 64), 'Licence', current_date - 200 + (id * 7 % 900)::int, ${userId}, now()
    from employees where id % 2 = 0`.execute(db);
  await sql`insert into time_entries (employee_id, business_date, clocked_in_at, clocked_out_at, created_at)
    select e.id, current_date - d, current_date - d + interval '8 hours', current_date - d + interval '16 hours', now()
    from employees e, generate_series(1, 50) d where e.status = 'active'`.execute(db);
}
