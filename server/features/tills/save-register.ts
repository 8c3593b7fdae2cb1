import { sql } from 'kysely';
import * as z from 'zod';
import { type RegisterRow, registers, type RegisterWrite } from '#domain/tills/till.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { conflict, ensureFound, invalid } from '../../platform/http/refusal';
import { insertedId } from '../../platform/database/inserted-id';
import { findRegister, lockRegister } from './registers.queries';

const noun = 'Register';

/** Adds a register. 422 when its name or code is taken, ignoring case. */
export async function addRegister(ctx: WriteContext, body: RegisterWrite): Promise<RegisterRow> {
  const id = await refusingDuplicates(body, insert(ctx, body));
  const register = ensureFound(await findRegister(ctx.tx, id), noun);
  recordAudit(ctx, {
    action: 'created',
    recordType: 'register',
    recordId: id,
    recordName: register.name,
    after: factsOf(register),
  });
  return register;
}

/** Edits a register. An open one stays active, and a code used in a Z number is fixed. 404, 409, 422. */
export async function editRegister(
  ctx: WriteContext,
  id: number,
  { version, ...body }: RegisterWrite & { version?: number | undefined },
): Promise<RegisterRow> {
  const before = ensureFound(await lockRegister(ctx.tx, id), noun);
  ensureCurrent(z.encode(registers.update.reply, before), version, noun);
  if (body.code !== before.code && before.last_z_number > 0)
    throw invalid({
      code: `${before.code} is part of this register’s Z report numbers, so it cannot change.`,
    });
  if (body.status === 'inactive' && before.is_open)
    throw conflict(`${before.name} is open. Count and close it first.`);
  await refusingDuplicates(
    body,
    sql`update registers set name = ${body.name}, code = ${body.code}, paper = ${body.paper}, status = ${body.status},
      version = version + 1, updated_at = ${ctx.now} where id = ${id}`.execute(ctx.tx),
  );
  const after = ensureFound(await findRegister(ctx.tx, id), noun);
  recordEdit(ctx, { type: 'register', id, name: after.name }, factsOf(before), factsOf(after));
  return after;
}

async function insert(ctx: WriteContext, { name, code, paper, status }: RegisterWrite): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into registers (name, code, paper, status, created_at, updated_at)
    values (${name}, ${code}, ${paper}, ${status}, ${ctx.now}, ${ctx.now}) returning id`.execute(ctx.tx);
  return insertedId(rows);
}

const factsOf = ({ name, code, paper, status }: RegisterRow) => ({ name, code, paper, status });

async function refusingDuplicates<T>({ name, code }: RegisterWrite, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'registers_name_is_taken')
      throw invalid({ name: `There is already a register called “${name}”.` });
    if (constraint === 'registers_code_is_taken')
      throw invalid({ code: `The code ${code} is used by another register. Enter a different code.` });
    throw error;
  }
}
