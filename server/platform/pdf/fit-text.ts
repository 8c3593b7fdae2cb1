import { textWidth } from './fonts';

type Room = { readonly width: number; readonly size: number; readonly bold?: boolean };

const ellipsis = '…';

/** Breaks a text into at most `lines` lines of the given width, at spaces where possible; the rest becomes "…". */
export function fitText(text: string, room: Room, lines: number): string[] {
  const fits = (line: string) => textWidth(line, room.size, room.bold) <= room.width;
  const words = text.split(/\s+/).filter(word => word !== '');
  const broken: string[] = [];
  while (words.length > 0 && broken.length < lines) {
    let line = words.shift() ?? '';
    while (words[0] !== undefined && fits(`${line} ${words[0]}`)) line += ` ${words.shift()}`;
    const isLast = broken.length === lines - 1 && words.length > 0;
    broken.push(isLast || !fits(line) ? cutOff(line, fits) : line);
  }
  return broken;
}

function cutOff(line: string, fits: (line: string) => boolean): string {
  const characters = Array.from(line);
  while (characters.length > 0 && !fits(characters.join('').trimEnd() + ellipsis)) characters.pop();
  return characters.join('').trimEnd() + ellipsis;
}
