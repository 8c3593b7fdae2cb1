import { invalid } from '../../../platform/http/refusal';
import { commonPasswords } from './common-password-list';

/**
 * The roots of common passwords. A password is common when it is one of them with only digits, symbols or repetition
 * added: `password`, `Password123!`, `qwerty2024`.
 */
const roots = new Set(
  `password passwort passw0rd pass qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm letmein welcome
  admin administrator login user guest root master monkey dragon shadow sunshine princess football baseball superman
  batman iloveyou loveyou trustno starwars computer internet secret summer winter spring autumn london england arsenal
  chelsea liverpool everton rangers celtic manchester united charlie michael jessica daniel thomas george jordan ashley
  michelle hunter killer ginger pepper cheese chocolate banana flower lovely freedom whatever nothing hello test testing
  changeme default company office shop till cashier manager counterfoil abcdef abcdefg abcdefgh abc qazwsx qweasd
  access mustang corvette harley ferrari pokemon naruto minecraft google facebook linkedin samsung apple orange`
    .split(/\s+/)
    .filter(word => word !== ''),
);

const lettersOnly = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');
const unmasked = (text: string) =>
  text
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll('0', 'o')
    .replaceAll('1', 'i')
    .replaceAll('3', 'e')
    .replaceAll('5', 's');

/** A text without symbols and digits, once with digits read as the letters they stand for. */
const readings = (text: string): string[] => [lettersOnly(text), lettersOnly(unmasked(text))];

/** Sequences such as 12345678, 87654321, abcdefgh or aaaaaaaa. */
function isRun(text: string): boolean {
  const codes = Array.from(text, letter => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && Math.abs([...steps][0] ?? 9) <= 1;
}

/** Whether it is commonly guessed, or merely the user's own name or address. */
export function isCommonPassword(password: string, own: readonly string[]): boolean {
  const differentCharacters = new Set(password.toLowerCase()).size;
  if (commonPasswords.has(password.toLowerCase())) return true;
  if (differentCharacters <= 3 || isRun(password.toLowerCase()) || /^\d{1,12}$/.test(password)) return true;
  const plain = readings(password);
  if (plain.some(word => roots.has(word))) return true;
  if (lettersOnly(password).length < 5 && password.length < 12) return true;
  const ownWords = own.map(lettersOnly).filter(word => word.length >= 4);
  return plain.some(word => ownWords.includes(word));
}

/** 422 for a common password. */
export function refuseCommonPassword(password: string, user: { name: string; email: string }): void {
  const own = [user.name, user.email, ...user.name.split(/\s+/), ...user.email.split(/[@.]/)];
  if (!isCommonPassword(password, own)) return;
  throw invalid({
    password: 'This password is too easy to guess. Choose another, such as a few words in a row.',
  });
}
