import { describe, expect, test } from 'vitest';
import { createScanner, maxPauseMs } from './scanner';

describe('the scanner', () => {
  /** Types keys with a pause before each, and returns the text of the field and the scanned codes. */
  const type = (keys: string[], pauseBefore: (index: number) => number) => {
    const scanner = createScanner();
    let field = '';
    let before = '';
    const codes: string[] = [];
    let at = 1000;
    for (const [index, key] of keys.entries()) {
      at += pauseBefore(index);
      field += scanner.release(at) ?? '';
      const result = scanner.key(key, at);
      if (result.kind === 'pass') field += result.late;
      if (result.kind === 'pass' && result.begins) before = field;
      if (result.kind === 'pass' && key.length === 1) field += key;
      if (result.kind === 'scan') {
        codes.push(result.code);
        field = before;
      }
    }
    return { field: field + (scanner.release(at + 1000) ?? ''), codes };
  };

  test('a burst is a scan and leaves nothing in a field', () => {
    expect(type([...Array.from('5012345678900'), 'Enter'], () => 4)).toEqual({
      field: '',
      codes: ['5012345678900'],
    });
  });
  test('a burst with a pause is still one code', () => {
    for (const slow of [1, 5, 12])
      expect(
        type([...Array.from('5012345678900'), 'Enter'], index => (index === slow ? 90 : 8)),
        `at ${slow}`,
      ).toEqual({ field: '', codes: ['5012345678900'] });
  });
  test('normal typing stays in the field, however fast', () => {
    expect(type([...Array.from('oat biscuits'), 'Enter'], () => 90)).toEqual({
      field: 'oat biscuits',
      codes: [],
    });
    expect(type([...Array.from('oat biscuits'), 'Enter'], index => (index % 3 === 0 ? 20 : 70))).toEqual({
      field: 'oat biscuits',
      codes: [],
    });
    expect(type([...Array.from('tea'), 'Enter'], () => maxPauseMs)).toEqual({ field: 'tea', codes: [] });
  });
  test('text typed before a scan stays, and two scans in a row are two', () => {
    const keys = [
      ...Array.from('3*'),
      ...Array.from('11112222'),
      'Enter',
      ...Array.from('33334444'),
      'Enter',
    ];
    expect(type(keys, index => (index === 2 ? 400 : index < 2 ? 100 : 3))).toEqual({
      field: '3*',
      codes: ['11112222', '33334444'],
    });
  });
  test('F31 text left with Escape is not part of the next scan, and Shift belongs to a code', () => {
    expect(type(['j', 'a', 'm', 'Escape', ...Array.from('5030000000011'), 'Enter'], () => 5).codes).toEqual([
      '5030000000011',
    ]);
    expect(type(['Shift', 'I', 'Shift', 'N', 'Shift', 'V', '-', '4', '2', 'Enter'], () => 5).codes).toEqual([
      'INV-42',
    ]);
  });
});
