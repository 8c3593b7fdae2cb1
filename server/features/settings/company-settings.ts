import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { isRegisteredOn } from '#domain/kernel/vat-registration';
import { type CompanySettings, companySettings } from '#domain/settings/company.contract';
import { recordAudit } from '../../kernel/audit';
import { type CompanyFacts, companySetting, findLogo, headOf } from '../../kernel/company';
import { type Current, findSetting, saveSetting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { FileStore } from '../../platform/files/file-store';
import { shrinkStoredImage } from '../../platform/files/shrink-image';
import type { WriteContext } from '../../platform/http/context';
import type { MultipartBody } from '../../platform/http/multipart';
import { invalid, notFound } from '../../platform/http/refusal';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../../kernel/locks';

export const getCompany = async (db: Reader, now: Date): Promise<CompanySettings> =>
  reply(db, await findSetting(db, companySetting), now);

export async function saveCompany(
  ctx: WriteContext,
  { version, ...facts }: BodyOf<typeof companySettings.save>,
): Promise<CompanySettings> {
  const blank = (text: string | null | undefined) => text ?? null;
  const saved = await saveSetting(
    ctx,
    companySetting,
    {
      name: facts.name,
      trading_name: blank(facts.trading_name),
      address: blank(facts.address),
      delivery_address: blank(facts.delivery_address),
      registered_office: blank(facts.registered_office),
      company_number: facts.company_number,
      phone: blank(facts.phone),
      email: blank(facts.email),
      website: blank(facts.website),
    },
    version,
  );
  return reply(ctx.tx, saved, ctx.now);
}

const reply = async (
  db: Reader,
  { value, version }: Current<CompanyFacts>,
  now: Date,
): Promise<CompanySettings> => {
  const { vat_number, ...days } = await db
    .selectFrom('vat_registration')
    .select(['is_registered', 'registered_from', 'registered_until', 'vat_number'])
    .executeTakeFirstOrThrow();
  return {
    ...value,
    version,
    head: headOf(value),
    vat_number: isRegisteredOn(days, londonDate(now)) ? vat_number : null,
    logo: await findLogo(db),
  };
};

/** The printed size: 60 mm by 16 mm at office printer resolution. */
const logoSize = { width: 720, height: 192, format: 'png' } as const;
const maxLogoBytes = 200_000;

export type SmallLogo = { readonly content: Buffer; readonly width: number; readonly height: number };

/** Converts an uploaded picture to a logo. 422 if it is not a picture. */
export async function prepareLogo(files: FileStore, { files: uploads }: MultipartBody): Promise<SmallLogo> {
  const [upload, second] = uploads;
  if (!upload || second) throw invalid({ logo: 'Choose one JPEG or PNG picture.' });
  const logo = /\.(?:jpe?g|png)$/i.test(upload.fileName)
    ? await shrinkStoredImage(files, upload.sha256, logoSize)
    : null;
  if (!logo)
    throw invalid({
      logo: `${upload.fileName} cannot be read as a picture. Save it as JPEG or PNG and try again.`,
    });
  if (logo.content.length > maxLogoBytes)
    throw invalid({
      logo: `${upload.fileName} is too large for a logo. Choose a picture with fewer colours.`,
    });
  return logo;
}

/** Replaces the logo. */
export async function setLogo(ctx: WriteContext, logo: SmallLogo): Promise<CompanySettings> {
  const before = await lockLogo(ctx);
  await sql`
    insert into company_logo (content, width, height, added_at)
    values (${logo.content}, ${logo.width}, ${logo.height}, ${ctx.now})
    on conflict (only_row) do update set content = excluded.content, width = excluded.width, height = excluded.height,
      added_at = excluded.added_at`.execute(ctx.tx);
  recordAudit(ctx, { ...record, before, after: { logo: sizeOf(logo) } });
  return getCompany(ctx.tx, ctx.now);
}

/** 404 if there is none. */
export async function removeLogo(ctx: WriteContext): Promise<CompanySettings> {
  const before = await lockLogo(ctx);
  if (before.logo === null) throw notFound('Logo');
  await sql`delete from company_logo`.execute(ctx.tx);
  recordAudit(ctx, { ...record, before, after: { logo: null } });
  return getCompany(ctx.tx, ctx.now);
}

const record = { action: 'edited', recordType: 'setting', recordId: null, recordName: companySetting.name };

/** Concurrent changes of the logo take turns. */
async function lockLogo(ctx: WriteContext): Promise<{ logo: string | null }> {
  await takeLock(ctx.tx, locks.logo);
  const { rows } = await sql<{
    width: number;
    height: number;
  }>`select width, height from company_logo`.execute(ctx.tx);
  return { logo: rows[0] ? sizeOf(rows[0]) : null };
}

const sizeOf = ({ width, height }: { width: number; height: number }) => `${width} × ${height}`;
