import { describe, expect, it } from 'vitest';
import { encryptionKeysSchema } from '../../../payloads/encryption-keys.ts';

const key = (fill: number): string => Buffer.alloc(32, fill).toString('base64');

describe('encryption keys', () => {
  it('are read in order', () => {
    const keys = encryptionKeysSchema.parse(`2026-11:${key(1)}, 2026-10:${key(2)}`);

    expect(keys.map(({ id, secret }) => [id, secret.export()[0]])).toEqual([
      ['2026-11', 1],
      ['2026-10', 2],
    ]);
  });

  it.each([
    ['a key of 16 bytes', `a:${Buffer.alloc(16, 7).toString('base64')}`, /entry 1 must be an id/],
    ['a key without an id', key(7), /entry 1 must be an id/],
    ['an id with a blank', `my key:${key(7)}`, /entry 1 must be an id/],
    ['text that is no base64', `a:${'!'.repeat(44)}`, /entry 1 must be an id/],
    ['an empty entry', `a:${key(7)},`, /entry 2 must be an id/],
    ['one id twice', `a:${key(7)},a:${key(8)}`, /two keys have the same id/],
  ])('are refused with %s, without repeating what was written', (_, written, problem) => {
    const { error } = encryptionKeysSchema.safeParse(written);

    expect(error?.issues.map(({ message }) => message).join()).toMatch(problem);
    expect(JSON.stringify(error)).not.toContain(written.slice(-20));
  });

  it('do not show in logs or JSON', () => {
    const keys = encryptionKeysSchema.parse(`a:${key(7)}`);

    expect(JSON.stringify(keys)).toBe('[{"id":"a","secret":{}}]');
  });
});
